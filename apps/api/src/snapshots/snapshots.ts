import { randomBytes } from 'node:crypto';
import { ToolError } from '@sonde/contract';
import {
  type KeptSnapshot,
  type MadeSnapshot,
  SNAPSHOT_SCHEMA,
  type SnapshotPart,
  type UnsignedSnapshot,
} from '@sonde/contract/snapshots/snapshot';
import { SONDE_VERSION } from '@sonde/contract/version';
import { checkSignature, signSnapshot } from '@sonde/service/snapshots/signature';
import type { SigningKey } from '@sonde/service/snapshots/signing-key';
import { toBase32 } from './base32.ts';
import type { Keeping, SnapshotStore } from './snapshot-store.ts';
import { withStore } from './store-words.ts';

const ID_BYTES = 16;
const TOKEN_BYTES = 32;
const DAY_MS = 24 * 60 * 60 * 1000;

export interface SnapshotSettings {
  /** The address under which visitors reach this server; null if not set. */
  readonly publicUrl: string | null;
  /** Lifetime in days of a snapshot made without an account. */
  readonly days: number;
}

/** Makes, reads and deletes snapshots. Every method throws ToolError `store-failed`. */
export interface Snapshots {
  make(target: string, parts: readonly SnapshotPart[], owner: string | null): Promise<MadeSnapshot>;
  /** @throws ToolError `not-found`; `hidden` if the operator denies a target of it. */
  read(id: string): Promise<KeptSnapshot>;
}

export function createSnapshots(
  store: SnapshotStore,
  keyOf: () => Promise<SigningKey>,
  isDenied: (target: string) => boolean,
  { publicUrl, days }: SnapshotSettings,
): Snapshots {
  return {
    async make(target, parts, owner) {
      const key = await withStore(keyOf);
      const id = toBase32(randomBytes(ID_BYTES));
      const revokeToken = owner === null ? randomBytes(TOKEN_BYTES).toString('base64url') : null;
      const keeping: Keeping = { owner, forMs: owner === null ? days * DAY_MS : null, revokeToken };
      const unsigned = (keptAt: string): UnsignedSnapshot => ({
        schema: SNAPSHOT_SCHEMA,
        id,
        site: publicUrl,
        software: `Sonde ${SONDE_VERSION}`,
        target,
        keptAt,
        parts: [...parts],
      });
      const { expiresAt } = await store.add((keptAt) => signSnapshot(unsigned(keptAt), key), key.publicKey, keeping);
      return { id, path: `/r/${id}`, expiresAt, revokeToken };
    },
    async read(id) {
      const found = await store.find(id);
      if (found === null) throw noSnapshot();
      const { snapshot, expiresAt } = found;
      if ([snapshot.target, ...snapshot.parts.map((part) => part.target)].some(isDenied)) throw hidden();
      return { snapshot, signature: checkSignature(snapshot, await store.keys()), expiresAt };
    },
  };
}

export const noSnapshot = () =>
  new ToolError('not-found', 'There is no kept result at this address. It may have been deleted or have expired.');

const hidden = () =>
  new ToolError('hidden', 'The operator of this server has blocked this target, so its kept results are not shown.');
