import { ShieldCheck, ShieldX } from 'lucide-react';
import { texts } from './texts.ts';

/** «Secure» or «Not Secure»; nothing while it is not known. */
export function Status({ valid }: { readonly valid: boolean | undefined }) {
  if (valid === undefined) return null;
  const Icon = valid ? ShieldCheck : ShieldX;
  return (
    <span className={valid ? 'badge ok' : 'badge bad'}>
      <Icon className="i" />
      {valid ? texts.secure : texts.notSecure}
    </span>
  );
}
