// In this folder: certificates and requests, decoded in the browser by the code of the SSL tool.
import { sha256 } from '@noble/hashes/sha2.js';
import { decodeCertificate, type X509 } from '@sonde/contract/x509/certificate';
import { hex } from '@sonde/contract/x509/names';
import { readPemBlocks } from '@sonde/contract/x509/pem';
import { type CertificateRequest, decodeRequest } from '@sonde/contract/x509/request';
import { X509FormatError } from '@sonde/contract/x509/x509-format-error';

/** One block of a text. */
export type Decoded =
  | { readonly kind: 'certificate'; readonly certificate: X509 }
  | { readonly kind: 'request'; readonly request: CertificateRequest }
  | { readonly kind: 'private-key' }
  | { readonly kind: 'unreadable'; readonly label: string; readonly reason: string };

/** Everything in a PEM text, in its order. Never throws. */
export function readPem(text: string): readonly Decoded[] {
  return readPemBlocks(text).map(({ label, der }) => {
    if (label.endsWith('PRIVATE KEY')) return { kind: 'private-key' };
    if (der === null) return { kind: 'unreadable', label, reason: 'its lines are not base64' };
    return decode(label, der);
  });
}

/** A label may be wrong, as in a file in DER, so both kinds are tried. */
function decode(label: string, der: Uint8Array): Decoded {
  const asCertificate = (): Decoded => ({ kind: 'certificate', certificate: decodeCertificate(der) });
  const asRequest = (): Decoded => ({ kind: 'request', request: decodeRequest(der) });
  const [first, second] = label.endsWith('REQUEST') ? [asRequest, asCertificate] : [asCertificate, asRequest];
  try {
    return first();
  } catch (error) {
    if (!(error instanceof X509FormatError)) throw error;
    try {
      return second();
    } catch {
      return { kind: 'unreadable', label, reason: error.message };
    }
  }
}

/** Upper-case hex with colons, as the SSL tool shows fingerprints. */
export const fingerprintOf = (der: Uint8Array): string => colonHex(sha256(der));

/** Without the leading zero octet that only marks the number as positive (X.690 section 8.3). */
export function serialText(content: Uint8Array): string {
  const [first, second = 0] = content;
  return colonHex(first === 0 && second >= 0x80 ? content.subarray(1) : content);
}

function colonHex(bytes: Uint8Array): string {
  return hex(bytes)
    .toUpperCase()
    .replace(/..(?!$)/g, '$&:');
}
