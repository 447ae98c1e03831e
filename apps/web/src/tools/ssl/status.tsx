import { sslTexts } from '@sonde/contract/tables/ssl-words';
import { ShieldCheck, ShieldX } from 'lucide-react';

/** «Secure» or «Not Secure»; nothing until it is known. */
export function Status({ valid }: { readonly valid: boolean | undefined }) {
  if (valid === undefined) return null;
  const Icon = valid ? ShieldCheck : ShieldX;
  return (
    <span className={valid ? 'badge ok' : 'badge bad'}>
      <Icon className="i" />
      {valid ? sslTexts.secure : sslTexts.notSecure}
    </span>
  );
}
