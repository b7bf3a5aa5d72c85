import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { access, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Writable } from 'node:stream';
import { createTarPacker } from 'modern-tar';
import { OperatorError } from '../../ground/errors.ts';
import type { Part } from './manifest.ts';

export interface ArchiveWriter {
  add(name: string, body: Uint8Array): Promise<Part>;
  /** Gives the archive its name; gives its size. */
  finish(): Promise<number>;
  /** Removes what has been written, unless it is finished. */
  discard(): Promise<void>;
}

/**
 * Writes an archive that only its owner reads, under another name beside its place until it is whole. A file that is there is replaced
 * with `mayReplace` alone.
 */
export async function createArchive(
  file: string,
  { mayReplace, madeAt }: { mayReplace: boolean; madeAt: number },
): Promise<ArchiveWriter> {
  const refuseToReplace = async () => {
    if (!mayReplace && (await exists(file))) {
      throw new OperatorError(`${file} is there already; name another file, or replace it with --force.`);
    }
  };
  await refuseToReplace();
  const draft = `${file}.${randomBytes(4).toString('hex')}.part`;
  const unwritable = (cause: unknown) =>
    new OperatorError(`Cannot write ${file}: ${cause instanceof Error ? cause.message : String(cause)}.`, {
      cause,
    });
  const handle = await open(draft, 'wx', 0o600).catch((cause: unknown) => {
    throw unwritable(cause);
  });
  const { readable, controller } = createTarPacker();
  const written = readable.pipeTo(Writable.toWeb(createWriteStream(draft, { fd: handle, flush: true })));
  // Reported by the next entry, or by the end.
  written.catch(() => undefined);
  let isFinished = false;
  return {
    async add(name, body) {
      try {
        const header = {
          name,
          size: body.length,
          mode: 0o600,
          mtime: new Date(madeAt),
          type: 'file' as const,
        };
        const writer = controller.add(header).getWriter();
        await writer.write(body);
        await writer.close();
      } catch (error) {
        throw unwritable(error);
      }
      return { name, bytes: body.length, sha256: createHash('sha256').update(body).digest('hex') };
    },
    async finish() {
      try {
        controller.finalize();
        await written;
      } catch (error) {
        throw unwritable(error);
      }
      await refuseToReplace();
      const { size } = await stat(draft);
      await rename(draft, file);
      isFinished = true;
      await syncFolder(path.dirname(file));
      return size;
    },
    async discard() {
      if (isFinished) return;
      controller.error(new Error('The backup was given up.'));
      await written.catch(() => undefined);
      await rm(draft, { force: true });
    },
  };
}

/** So that the new name outlasts a loss of power. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
