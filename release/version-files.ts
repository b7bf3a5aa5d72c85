/** A file that names the version of Lonja, and where in it. */
export interface VersionFile {
  file: string;
  /** Matches each place; its first group is what stands before the version. */
  places: RegExp;
}

const MANIFESTS = [
  'package.json',
  ...['cli', 'client', 'server', 'web'].map((name) => `packages/${name}/package.json`),
];

/** Every file that names the version of Lonja, but for those that `npm run generate` and `npm install` write. */
export const VERSION_FILES: readonly VersionFile[] = [
  ...MANIFESTS.map((file) => ({
    file,
    places: /("(?:version|@lonja\/(?:cli|client|server|web))": ")(\d+\.\d+\.\d+)/g,
  })),
  ...['compose.yaml', 'kubernetes/api.yaml', 'kubernetes/worker.yaml'].map((name) => ({
    file: `deploy/${name}`,
    places: /(image: lonja:)(\d+\.\d+\.\d+)/g,
  })),
  { file: 'deploy/kubernetes/kustomization.yaml', places: /(newTag: )(\d+\.\d+\.\d+)/g },
  { file: 'packages/python/pyproject.toml', places: /(\nversion = ")(\d+\.\d+\.\d+)/g },
  { file: 'packages/python/src/lonja/_version.py', places: /(__version__ = ")(\d+\.\d+\.\d+)/g },
  { file: 'docs/quick-start.md', places: /(lonja-)(\d+\.\d+\.\d+)(?=\.tgz)/g },
  { file: 'docs/deployment.md', places: /(lonja:)(\d+\.\d+\.\d+)/g },
];

/** The versions that a file's text names. */
export function versionsIn(text: string, { places }: VersionFile): string[] {
  return [...text.matchAll(places)].map(([, , version]) => version);
}

/** The text with another version in each place. Throws where there is none. */
export function withVersion(text: string, { file, places }: VersionFile, version: string): string {
  if (versionsIn(text, { file, places }).length === 0) throw new Error(`${file} names no version of Lonja.`);
  return text.replaceAll(places, (_all, before: string) => `${before}${version}`);
}
