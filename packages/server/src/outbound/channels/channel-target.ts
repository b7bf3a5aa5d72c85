import type { Sealer } from '../../ground/secrets/sealing.ts';
import type { PushKeys } from './push-keys.ts';

/** Where a channel leads, as it is kept: sealed, and never shown again. */
export type ChannelTarget =
  | { kind: 'slack' | 'teams'; url: string }
  | { kind: 'telegram'; url: string; token: string; chatId: string }
  | PushTarget;

/** A device: where its push service takes messages for it, the keys of its subscription, and the service's that it was made with. */
export interface PushTarget {
  kind: 'push';
  url: string;
  p256dh: string;
  auth: string;
  keys: PushKeys;
}

/** What the target of a channel is sealed for. */
export function targetPurpose(channelId: string): string {
  return `alert channel:${channelId}`;
}

export function sealTarget(sealer: Sealer, channelId: string, target: ChannelTarget): Buffer {
  return sealer.seal(JSON.stringify(target), targetPurpose(channelId));
}

/** Undefined where the key that sealed it is not configured. */
export function openTarget(sealer: Sealer, channelId: string, sealed: Buffer): ChannelTarget | undefined {
  try {
    return JSON.parse(sealer.open(sealed, targetPurpose(channelId))) as ChannelTarget;
  } catch {
    return undefined;
  }
}
