import { randomBytes } from 'node:crypto';
import { ToolError } from '@sonde/contract';
import {
  type KeptSnapshot,
  type MadeSnapshot,
  SNAPSHOT_SCHEMA,
  type Snapshot,
  type SnapshotPart,
  type UnsignedSnapshot,
} from '@sonde/contract/snapshots/snapshot';
import { SONDE_VERSION } from '@sonde/contract/version';
import { checkSignature, signSnapshot } from '@sonde/service/snapshots/signature';
import type { SigningKey } from '@sonde/service/snapshots/signing-key';
import type { Charge } from '../limits/charge.ts';
import { type BadgeFacts, badgeFacts } from './badge.ts';
import { toBase32 } from './base32.ts';
import { checkSnapshotBytes, furtherReadCost, MAX_SNAPSHOT_BYTES } from './sizes.ts';
import { toStored } from './snapshot-rows.ts';
import type { DescribedSnapshot, FoundSnapshot, Keeping, SnapshotStore } from './snapshot-store.ts';
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
  /**
   * `take` is called with the bytes that it takes in the store, before it is stored.
   * @throws ToolError `refused-target` if the operator denies a target of it; what `take` throws.
   */
  make(made: Made, owner: string | null, take: (storedBytes: number) => Promise<void>): Promise<MadeSnapshot>;
  /**
   * `charge` is called with the cost of reading the results, before they are read; none if it is 0.
   * @throws ToolError `not-found`; `hidden` if the operator denies a target of it; what `charge` throws.
   */
  read(id: string, charge: Charge): Promise<KeptSnapshot>;
  /** What its badge shows. Reads the results only if an earlier version has kept it. */
  badge(id: string, charge: Charge): Promise<BadgeFacts>;
}

/** What is to be kept. */
interface Made {
  readonly target: string;
  readonly parts: readonly SnapshotPart[];
}

export function createSnapshots(
  store: SnapshotStore,
  keyOf: () => Promise<SigningKey>,
  isDenied: (target: string) => boolean,
  { publicUrl, days }: SnapshotSettings,
): Snapshots {
  async function describe(id: string): Promise<DescribedSnapshot> {
    const described = await store.describe(id);
    if (described === null) throw noSnapshot();
    if (described.targets.some(isDenied)) throw hidden();
    return described;
  }

  /** Those that an earlier version has kept may have any size; their cost is that of the largest one, until they were read. */
  async function readResults(id: string, { bytes }: DescribedSnapshot, charge: Charge): Promise<FoundSnapshot> {
    const cost = furtherReadCost(bytes ?? MAX_SNAPSHOT_BYTES);
    if (cost > 0) await charge(cost);
    const found = await store.find(id);
    if (found === null) throw noSnapshot();
    if (bytes === null) await store.complete(id, sizeOf(found.snapshot), badgeFacts(found.snapshot));
    return found;
  }

  return {
    async make({ target, parts }, owner, take) {
      if ([target, ...parts.map((part) => part.target)].some(isDenied)) throw denied();
      const results = await toStored(parts);
      checkSnapshotBytes(results.bytes);
      await take(results.storedBytes);
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
      const make = (keptAt: string) => signSnapshot(unsigned(keptAt), key);
      const badge = badgeFacts({ target, parts: [...parts], keptAt: new Date().toISOString() });
      const { expiresAt } = await store.add({ make, results, badge, publicKey: key.publicKey }, keeping);
      return { id, path: `/r/${id}`, expiresAt, revokeToken };
    },
    async read(id, charge) {
      const { snapshot, expiresAt } = await readResults(id, await describe(id), charge);
      return { snapshot, signature: checkSignature(snapshot, await store.keys()), expiresAt };
    },
    async badge(id, charge) {
      const described = await describe(id);
      if (described.badge !== null) return described.badge;
      return badgeFacts((await readResults(id, { ...described, bytes: null }, charge)).snapshot);
    },
  };
}

const sizeOf = ({ parts }: Snapshot) =>
  parts.reduce((sum, { outcome }) => sum + Buffer.byteLength(JSON.stringify(outcome)), 0);

const denied = () =>
  new ToolError('refused-target', 'The operator of this server has blocked lookups of this target.', {
    reason: 'denied',
  });

export const noSnapshot = () =>
  new ToolError('not-found', 'There is no kept result at this address. It may have been deleted or have expired.');

const hidden = () =>
  new ToolError('hidden', 'The operator of this server has blocked this target, so its kept results are not shown.');
