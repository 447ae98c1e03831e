import { keyFromPem, keyFromSecret, type SigningKey } from '@sonde/service/snapshots/signing-key';
import type { AccountSettings } from '../accounts/settings.ts';
import { keptSigningKey } from '../stores/secret.ts';

/**
 * The key of this server, made when something is signed for the first time: from `SONDE_SECRET` where it is set, so that
 * servers that share a database sign alike, otherwise of its own in the data folder.
 */
export function createServerKey({ secret, dataDir }: Pick<AccountSettings, 'secret' | 'dataDir'>) {
  let key: Promise<SigningKey> | null = null;
  return (): Promise<SigningKey> => {
    key ??= secret === null ? keptSigningKey(dataDir).then(keyFromPem) : Promise.resolve(keyFromSecret(secret));
    // A failure is not remembered: the folder may be writable later.
    key.catch(() => {
      key = null;
    });
    return key;
  };
}
