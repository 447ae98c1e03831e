import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '../../processes/commands.ts';
import { putKept } from '../../processes/kept-files.ts';
import { isWeakRsa, type WeakRsaKind, weakRsaKey } from './weak-rsa-key.ts';

/** Arguments of `openssl genpkey`. */
const keyKinds = {
  rsa: ['-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:2048'],
  'rsa-1024': ['-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:1024'],
  'rsa-512': ['-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:512'],
  'p-256': ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256'],
  'p-384': ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-384'],
  'p-192': ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:prime192v1'],
  brainpool: ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:brainpoolP256r1'],
  'p-521': ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-521'],
  /** A key for RSASSA-PSS only. */
  'rsa-pss': ['-algorithm', 'RSA-PSS', '-pkeyopt', 'rsa_keygen_bits:2048'],
  ed25519: ['-algorithm', 'ED25519'],
} as const;

export type KeyKind = keyof typeof keyKinds | WeakRsaKind;

export interface Certificate {
  readonly certificateFile: string;
  readonly keyFile: string;
  readonly pem: string;
}

export interface Request {
  /** `/O=Organisation/CN=Name`, as openssl writes it; `/` for none. */
  readonly subject: string;
  readonly key?: KeyKind;
  /** Default: self-signed. */
  readonly issuer?: Certificate;
  /** Lines of an extension section, x509v3_config(5). */
  readonly extensions: readonly string[];
  /** Days from now. */
  readonly validity?: readonly [from: number, until: number];
  /** To issue the same certificate again: its serial number in hex, and its validity period. */
  readonly exactly?: { readonly serial: string; readonly from: Date; readonly until: Date };
  readonly digest?: string;
  /** RSASSA-PSS instead of PKCS #1 version 1.5. */
  readonly isPss?: boolean;
  /** Uses this existing key, under another name or issuer. */
  readonly keyFile?: string;
  /** Version 1, without extensions. */
  readonly isVersion1?: boolean;
}

/** A certification authority based on `openssl ca`, with one key of each kind and role. */
export interface Issuer {
  issue(request: Request): Promise<Certificate>;
}

export function createIssuer(directory: string): Issuer {
  const keys = new Map<string, Promise<string>>();
  /** Generating RSA keys takes long, so server certificates share them. */
  const keyOf = (kind: KeyKind, owner: string) => {
    const name = `${owner}-${kind}`;
    const made = keys.get(name) ?? makeKey(kind, directory, `${name}.key`);
    keys.set(name, made);
    return made;
  };
  return {
    async issue(request) {
      const isAuthority = request.extensions.some((line) => line.includes('CA:TRUE'));
      const owner = isAuthority ? request.subject.replace(/\W+/g, '-').toLowerCase() : 'server';
      const keyFile = request.keyFile ?? (await keyOf(request.key ?? 'rsa', owner));
      return sign(directory, keyFile, request);
    },
  };
}

/** Each authority of a lab has its own key, and the same one in every lab. */
async function makeKey(kind: KeyKind, directory: string, name: string): Promise<string> {
  if (isWeakRsa(kind)) await writeFile(join(directory, name), await weakRsaKey(kind));
  else {
    const call = ['genpkey', '-quiet', ...keyKinds[kind], '-out'];
    await putKept(['openssl', ...call, name], directory, (folder) =>
      runCommand('openssl', [...call, join(folder, name)]),
    );
  }
  return join(directory, name);
}

async function sign(directory: string, keyFile: string, request: Request): Promise<Certificate> {
  // Two processes of openssl ca must not write its index at the same time.
  const base = join(directory, randomUUID());
  await Promise.all([
    writeFile(`${base}.db`, ''),
    writeFile(`${base}.srl`, request.exactly?.serial ?? ''),
    writeFile(`${base}.cnf`, configuration(directory, base, request.exactly !== undefined)),
    writeFile(`${base}.ext`, `${request.extensions.join('\n')}\n`),
    runCommand('openssl', ['req', '-new', '-utf8', '-key', keyFile, '-subj', request.subject, '-out', `${base}.csr`]),
  ]);
  const [from, until] = request.validity ?? [-1, 90];
  const { issuer, digest, isPss, exactly } = request;
  const first = exactly ? asn1Time(exactly.from) : dayFromNow(from);
  const last = exactly ? asn1Time(exactly.until) : dayFromNow(until);
  await runCommand('openssl', [
    ...['ca', '-batch', '-notext', '-utf8', '-config', `${base}.cnf`],
    ...(request.isVersion1 ? [] : ['-extfile', `${base}.ext`]),
    ...['-in', `${base}.csr`, '-out', `${base}.pem`, '-startdate', first, '-enddate', last],
    ...(issuer ? ['-cert', issuer.certificateFile, '-keyfile', issuer.keyFile] : ['-selfsign', '-keyfile', keyFile]),
    ...(digest ? ['-md', digest] : []),
    ...(isPss ? ['-sigopt', 'rsa_padding_mode:pss'] : []),
  ]);
  return { certificateFile: `${base}.pem`, keyFile, pem: await readFile(`${base}.pem`, 'utf8') };
}

function configuration(directory: string, base: string, hasSerial: boolean): string {
  return `[ca]
default_ca = lab
[lab]
database = ${base}.db
new_certs_dir = ${directory}
${hasSerial ? `serial = ${base}.srl` : 'rand_serial = yes'}
default_md = default
policy = any
unique_subject = no
email_in_dn = yes
[any]
countryName = optional
organizationName = optional
commonName = optional
`;
}

function dayFromNow(days: number): string {
  return asn1Time(new Date(Date.now() + days * 86_400_000));
}

function asn1Time(date: Date): string {
  return `${date.toISOString().slice(0, 19).replace(/[-:T]/g, '')}Z`;
}
