import { X509Certificate } from 'node:crypto';
import { rootCertificates } from 'node:tls';
import type { Path } from '../certificate/find-paths.ts';

let known: ReadonlySet<string> | null = null;

/** Whether a path ends at an authority of the runtime's own list, which is Mozilla's; the operator's are not among them. */
export function leadsToPublicAuthority({ members, isTrusted }: Path): boolean {
  known ??= new Set(rootCertificates.map((pem) => new X509Certificate(pem).fingerprint256));
  const anchor = members.at(-1);
  return isTrusted && anchor !== undefined && known.has(anchor.fingerprint);
}
