import type { ChannelKind } from '../../ground/database/notification-schema.ts';
import type { Sealer } from '../../ground/secrets/sealing.ts';

/** Where a channel leads, as it is kept: sealed, and never shown again. */
export type ChannelTarget =
  | { kind: Exclude<ChannelKind, 'telegram'>; url: string }
  | { kind: 'telegram'; url: string; token: string; chatId: string };

/** What the target of a channel is sealed for. */
export function targetPurpose(channelId: string): string {
  return `alert channel:${channelId}`;
}

export function sealTarget(sealer: Sealer, channelId: string, target: ChannelTarget): Buffer {
  return sealer.seal(JSON.stringify(target), targetPurpose(channelId));
}

/** What is said where a target cannot be opened: the key that sealed it is lost. */
export const UNREADABLE = 'The service cannot read the address of this channel; save it again.';

/** Undefined where the key that sealed it is not configured. */
export function openTarget(sealer: Sealer, channelId: string, sealed: Buffer): ChannelTarget | undefined {
  try {
    return JSON.parse(sealer.open(sealed, targetPurpose(channelId))) as ChannelTarget;
  } catch {
    return undefined;
  }
}
