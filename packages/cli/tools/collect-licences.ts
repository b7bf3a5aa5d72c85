import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The licences of the npm packages that these modules are from, each with the package's name and version. */
export function collectLicences(modules: readonly string[]): string {
  const folders = new Set(modules.map(packageFolder).filter((folder) => folder !== undefined));
  return [...folders]
    .map((folder) => {
      const manifest: { name: string; version: string; license?: string } = JSON.parse(
        readFileSync(join(folder, 'package.json'), 'utf8'),
      );
      const texts = readdirSync(folder).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file));
      const text = texts.map((file) => readFileSync(join(folder, file), 'utf8').trim());
      return [`${manifest.name} ${manifest.version} (${manifest.license ?? 'see below'})`, ...text].join(
        '\n\n',
      );
    })
    .sort()
    .join(`\n\n${'-'.repeat(80)}\n\n`);
}

/** The folder of the package below node_modules that a module belongs to. */
function packageFolder(module: string): string | undefined {
  const [, folder] = /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(module) ?? [];
  return folder !== undefined && existsSync(join(folder, 'package.json')) ? folder : undefined;
}
