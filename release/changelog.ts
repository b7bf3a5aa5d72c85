/** A section of the changelog. */
export interface Section {
  /** `Unreleased`, or a version and its day: `1.0.0 (2026-11-27)`. */
  title: string;
  text: string;
}

/** The sections of a changelog, newest first. */
export function sectionsOf(changelog: string): Section[] {
  const [, ...parts] = changelog.split(/^## /m);
  return parts.map((part) => {
    const end = part.indexOf('\n');
    return { title: part.slice(0, end).trim(), text: part.slice(end).trim() };
  });
}

/** What changed in a version. Throws where the changelog has no section of it with a day. */
export function releaseNotes(changelog: string, version: string): string {
  const section = sectionsOf(changelog).find(({ title }) => title.startsWith(`${version} (`));
  if (section === undefined) {
    throw new Error(`CHANGELOG.md has no section "${version} (YYYY-MM-DD)". Run "npm run release:prepare".`);
  }
  return section.text;
}

/** The changelog with its section "Unreleased" as that of a version. Throws where it has none, or an empty one. */
export function withRelease(changelog: string, version: string, day: string): string {
  const [newest] = sectionsOf(changelog);
  if (newest?.title !== 'Unreleased' || newest.text === '') {
    throw new Error(
      'CHANGELOG.md must begin with a section "Unreleased" that says what changed, and for whom.',
    );
  }
  return changelog.replace(/^## Unreleased$/m, `## ${version} (${day})`);
}
