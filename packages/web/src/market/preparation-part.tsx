import type { Preparation as Prepared } from '@lonja/client';
import { Suspense } from 'react';
import { lazyPart } from '../layout/load-part.ts';
import { Placeholder } from '../ui/states.tsx';

/** Seen for a day after the first start of a service, so its code is fetched then. */
const Preparation = lazyPart(() => import('./preparation.tsx'), 'Preparation', 'preparation');

/** What a first start has done, does and will do; nothing once it has made everything. */
export function PreparationPart({ preparation }: { preparation: Prepared | null }) {
  if (preparation === null) return null;
  return (
    <Suspense fallback={<Placeholder className="h-48" />}>
      <Preparation preparation={preparation} />
    </Suspense>
  );
}
