/** What the overview shows on few days, in one file that is fetched on these. */
export { BeyondNote } from '../../market/beyond-note.tsx';
export { BoundsChange } from './bounds-change.tsx';
export { withBeyond } from './with-beyond.ts';
