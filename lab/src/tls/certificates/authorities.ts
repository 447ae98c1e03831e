import type { Certificate, Issuer, KeyKind } from './issue.ts';

/** The certification authorities of the lab; each is created when first needed. */
export interface Authorities {
  /** The trust anchor, in `caFile`. */
  root(): Promise<Certificate>;
  intermediate(): Promise<Certificate>;
  /** An untrusted root. */
  untrustedRoot(): Promise<Certificate>;
  /** Has the name of the intermediate, but a different key. */
  impostor(): Promise<Certificate>;
  /** Expired, with the name and key of the trusted root. */
  expiredRoot(): Promise<Certificate>;
  expiredIntermediate(): Promise<Certificate>;
  sha1Intermediate(): Promise<Certificate>;
  /** Path length 0: may issue end-entity certificates only. */
  shallow(): Promise<Certificate>;
  /** An authority issued by it in violation of the path length. */
  tooDeep(): Promise<Certificate>;
  /** May issue for `permitted.tls.test` only. */
  constrained(): Promise<Certificate>;
  /** May issue only for names below `dot.tls.test`, not for that name itself. */
  dotted(): Promise<Certificate>;
  /** May not issue for `tls.test`. */
  excluding(): Promise<Certificate>;
  /** May not issue for `secret.tls.test`. */
  excludingOne(): Promise<Certificate>;
  /** May issue only for an organisation other than the lab's. */
  foreign(): Promise<Certificate>;
  /** The root's new key, under its own name, signed with SHA-1 and the old key. */
  rolledOver(): Promise<Certificate>;
  /** The foreign authority's new key; its own name is not one that the old certificate permits. */
  rolledForeign(): Promise<Certificate>;
  /** Issued by the intermediate, but not an authority. */
  noAuthority(): Promise<Certificate>;
  /** An authority without the key usage keyCertSign. */
  mayNotSign(): Promise<Certificate>;
  /** A certificate of version 1, issued by the root: it cannot say that it is an authority. */
  versionOne(): Promise<Certificate>;
  /** Issued by the root. */
  upper(): Promise<Certificate>;
  /** Issued by the upper intermediate. */
  lower(): Promise<Certificate>;
  /** Has the name of the intermediate and is issued by the root, but has a different key. */
  rekeyed(): Promise<Certificate>;
}

const isAuthority = ['basicConstraints = critical,CA:TRUE', 'subjectKeyIdentifier = hash'];
const maySign = 'keyUsage = critical,keyCertSign,cRLSign,digitalSignature';
const fromIssuer = 'authorityKeyIdentifier = keyid';
const tenYears = [-400, 3650] as const;
const over = [-400, -10] as const;

export function createAuthorities({ issue }: Issuer): Authorities {
  const rootOf = (name: string, validity: readonly [number, number], keyFile?: string) =>
    issue({
      subject: `/C=DE/O=Sonde Lab/CN=${name}`,
      extensions: [...isAuthority, maySign],
      validity,
      ...(keyFile ? { keyFile } : {}),
    });
  const root = once(() => rootOf('Lab Root', tenYears));
  const below = (
    name: string,
    {
      more = [],
      issuer = root,
      ...rest
    }: {
      more?: string[];
      issuer?: () => Promise<Certificate>;
      validity?: readonly [number, number];
      digest?: string;
      key?: KeyKind;
    } = {},
  ) =>
    once(async () =>
      issue({
        subject: `/C=DE/O=Sonde Lab/CN=${name}`,
        key: 'p-256',
        issuer: await issuer(),
        extensions: [...isAuthority, maySign, fromIssuer, ...more],
        validity: tenYears,
        ...rest,
      }),
    );
  const intermediate = below('Lab Intermediate', { key: 'rsa' });
  const shallow = below('Lab Shallow', { more: ['basicConstraints = critical,CA:TRUE,pathlen:0'] });
  const foreign = below('Lab Foreign', {
    more: ['nameConstraints = critical,permitted;dirName:only', '[only]', 'organizationName = Somebody Else'],
  });
  const upper = below('Lab Upper Intermediate');
  const untrustedRoot = once(() => rootOf('Untrusted Root', tenYears));
  return {
    root,
    intermediate,
    untrustedRoot,
    impostor: once(async () => rootOf('Lab Intermediate', tenYears, (await untrustedRoot()).keyFile)),
    expiredRoot: once(async () => rootOf('Lab Root', over, (await root()).keyFile)),
    expiredIntermediate: below('Lab Expired Intermediate', { validity: over }),
    sha1Intermediate: below('Lab SHA-1 Intermediate', { digest: 'sha1' }),
    shallow,
    tooDeep: below('Lab Deep', { issuer: shallow }),
    constrained: below('Lab Constrained', { more: ['nameConstraints = critical,permitted;DNS:permitted.tls.test'] }),
    dotted: below('Lab Dotted', { more: ['nameConstraints = critical,permitted;DNS:.dot.tls.test'] }),
    excludingOne: below('Lab Excluding One', { more: ['nameConstraints = critical,excluded;DNS:secret.tls.test'] }),
    excluding: below('Lab Excluding', { more: ['nameConstraints = critical,excluded;DNS:tls.test'] }),
    foreign,
    rolledOver: below('Lab Root', { digest: 'sha1' }),
    rolledForeign: below('Lab Foreign', { issuer: foreign, key: 'p-384' }),
    noAuthority: once(async () =>
      issue({
        subject: '/CN=Lab No Authority',
        issuer: await intermediate(),
        extensions: ['basicConstraints = critical,CA:FALSE', 'subjectKeyIdentifier = hash', fromIssuer],
      }),
    ),
    ...incompleteOnes({ issue, root, below, upper }),
    mayNotSign: below('Lab Without Signing', { more: ['keyUsage = critical,digitalSignature'] }),
  };
}

interface Makers {
  readonly issue: Issuer['issue'];
  readonly root: () => Promise<Certificate>;
  readonly upper: () => Promise<Certificate>;
  below(
    name: string,
    options?: { more?: string[]; issuer?: () => Promise<Certificate>; key?: KeyKind },
  ): () => Promise<Certificate>;
}

/** Issuers whose chains cannot be verified without other certificates. */
function incompleteOnes({ issue, root, upper, below }: Makers) {
  return {
    versionOne: once(async () =>
      issue({
        subject: '/C=DE/O=Sonde Lab/CN=Version 1',
        issuer: await root(),
        extensions: [],
        isVersion1: true,
        validity: tenYears,
      }),
    ),
    upper,
    lower: below('Lab Lower Intermediate', {
      issuer: upper,
      more: ['authorityInfoAccess = caIssuers;URI:http://ca.tls.test/upper.der'],
    }),
    rekeyed: below('Lab Intermediate', { key: 'p-256' }),
  };
}

function once<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | null = null;
  return () => {
    made ??= make();
    return made;
  };
}
