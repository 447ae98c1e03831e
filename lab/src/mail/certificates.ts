import { createHash, X509Certificate } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createAuthorities } from '../tls/certificates/authorities.ts';
import { createIssuer, type Request } from '../tls/certificates/issue.ts';
import { forNames } from '../tls/certificates/recipes.ts';

/** Key and certificate chain. */
export interface MailCertificate {
  readonly chainFile: string;
  readonly keyFile: string;
}

export interface MailCertificates {
  /** PEM file of the trust anchor. */
  readonly caFile: string;
  /** For all correctly configured mail servers. */
  readonly servers: MailCertificate;
  readonly expired: MailCertificate;
  readonly otherName: MailCertificate;
  readonly policies: MailCertificate;
  /** SHA-256 digests of the key of `servers`, and of that of its issuing authority, for TLSA records. */
  readonly digests: { readonly key: string; readonly issuer: string };
}

/** @param policyHosts names for the certificate of policies and logos. */
export async function makeMailCertificates(
  directory: string,
  policyHosts: readonly string[],
): Promise<MailCertificates> {
  const issuer = createIssuer(directory);
  const authorities = createAuthorities(issuer);
  const intermediate = await authorities.intermediate();
  const make = async (file: string, names: readonly string[], validity?: Request['validity']) => {
    const extensions = forNames(names.map((name) => `DNS:${name}`).join(','));
    const subject = `/CN=${names[0]}`;
    const leaf = await issuer.issue({
      subject,
      extensions,
      issuer: intermediate,
      ...(validity && { validity }),
    });
    const chainFile = join(directory, `${file}.pem`);
    await writeFile(chainFile, leaf.pem + intermediate.pem);
    return { chainFile, keyFile: leaf.keyFile };
  };
  const servers = await make('servers', ['*.mx.test', '*.plain.test', '*.bogus.test']);
  const digestOf = (pem: string) =>
    createHash('sha256')
      .update(new X509Certificate(pem).publicKey.export({ type: 'spki', format: 'der' }))
      .digest('hex');
  return {
    caFile: (await authorities.root()).certificateFile,
    servers,
    expired: await make('expired', ['*.mx.test'], [-100, -10]),
    otherName: await make('other-name', ['somewhere.else.test']),
    policies: await make('policies', policyHosts),
    digests: { key: digestOf(await readFile(servers.chainFile, 'utf8')), issuer: digestOf(intermediate.pem) },
  };
}
