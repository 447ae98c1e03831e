import { keyFromPem, keyFromSecret, type SigningKey } from '@sonde/service/snapshots/signing-key';
import type { AccountSettings } from '../accounts/settings.ts';
import { keptSigningKey } from '../stores/secret.ts';

/**
 * Returns the signing key of this server, created on first use. If `SONDE_SECRET` is set, the key is derived from it, so
 * that servers sharing a database sign with the same key; otherwise it is random and stored in the data folder.
 */
export function createServerKey({ secret, dataDir }: Pick<AccountSettings, 'secret' | 'dataDir'>) {
  let key: Promise<SigningKey> | null = null;
  return (): Promise<SigningKey> => {
    key ??= secret === null ? keptSigningKey(dataDir).then(keyFromPem) : keyFromSecret(secret);
    // A failure is not remembered, since the folder may become writable later.
    key.catch(() => {
      key = null;
    });
    return key;
  };
}
