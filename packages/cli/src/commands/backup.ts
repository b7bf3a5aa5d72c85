import { argument, flag, option } from '../command/inputs.ts';
import { localCommand, operatorCommand } from '../command/operator-command.ts';

const PASSPHRASE = {
  passphraseFile: option(
    'file',
    'file whose first line is the passphrase of the secrets (default: LONJA_BACKUP_PASSPHRASE)',
  ),
};

const drillCommand = operatorCommand({
  name: 'drill',
  summary: 'Restore a backup into a temporary database, look into it, and note that this went well.',
  inputs: { file: argument('file', 'the archive'), ...PASSPHRASE },
  notes:
    'The copy lies in the folder for temporary files (TMPDIR), sends nothing and is deleted again; the service is not disturbed. ' +
    'The metric lonja_restore_drill_age_seconds counts from the last drill.',
  examples: [['lonja backup drill lonja.tar --passphrase-file passphrase', 'whether the backup would help']],
  async load({ file, passphraseFile }) {
    const { drillBackup } = await import('@lonja/server/operations');
    const { text, ...data } = await drillBackup({ file, passphraseFile });
    return { data, head: text.split('\n') };
  },
});

export const backupCommand = operatorCommand({
  name: 'backup',
  summary: "Write everything in the service's database into one file, while the service runs.",
  inputs: {
    file: argument('file', 'the archive to write, such as lonja.tar'),
    withSecrets: flag('with the keys of stored secrets and sessions, encrypted with a passphrase'),
    ...PASSPHRASE,
    force: flag('replace the file if it is there'),
  },
  notes: 'See docs/operations.md.',
  examples: [
    ['lonja backup lonja.tar', 'everything but the keys of the data folder'],
    ['lonja backup lonja.tar --with-secrets --passphrase-file passphrase', 'everything'],
  ],
  commands: [drillCommand],
  async load({ file, withSecrets = false, passphraseFile, force = false }) {
    const { backUp } = await import('@lonja/server/operations');
    const { text, ...data } = await backUp({ file, withSecrets, passphraseFile, mayReplace: force });
    return { data, head: text.split('\n') };
  },
});

export const restoreCommand = localCommand({
  name: 'restore',
  summary: 'Load a backup into an empty data folder or database, after checking all of it.',
  inputs: {
    file: argument('file', 'the archive'),
    ...PASSPHRASE,
    forDrill: flag('for a drill: pending mail and deliveries are removed, webhooks are disabled'),
    withoutSecrets: flag('leave the secrets in the backup; people sign in again'),
  },
  notes:
    'Set DATA_DIR to a new folder, or DATABASE_URL to an empty database; nothing that is there is replaced. See docs/operations.md.',
  examples: [
    ['lonja restore lonja.tar', 'into the folder that DATA_DIR names, or the database of DATABASE_URL'],
    ['lonja restore lonja.tar --passphrase-file passphrase', 'with the secrets that are in it'],
  ],
  async load({ file, passphraseFile, forDrill = false, withoutSecrets = false }) {
    const { restore } = await import('@lonja/server/operations');
    const { text, ...data } = await restore({ file, passphraseFile, forDrill, withoutSecrets });
    return { data, head: text.split('\n') };
  },
});
