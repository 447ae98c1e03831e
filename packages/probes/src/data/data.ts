// data/: data on the disk of this machine: address databases, registries, word lists.

import type { DnsServerTarget } from '@sonde/contract/dns/server-target';
import type { Net, OperatorEndpoint } from '../net/net.ts';
import type { PreloadList } from '../protocols/hsts-preload/preload-list.ts';
import type { SuffixList } from '../protocols/public-suffix/suffix-list.ts';
import type { Subject } from '../protocols/whois-text/questions.ts';
import type { Roots } from './roots/roots.ts';

/** The location of an address according to a database; null means unknown. Nothing is derived. */
export interface CityRecord {
  /** ISO 3166-1 alpha-2. */
  readonly countryCode: string | null;
  readonly continentCode: string | null;
  readonly regionName: string | null;
  /** The part of an ISO 3166-2 code after the hyphen. */
  readonly regionCode: string | null;
  readonly city: string | null;
  readonly postalCode: string | null;
  readonly metroCode: string | null;
  /** Degrees; either both are known or neither. */
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** Kilometres around the position within which the publisher expects the address to be. */
  readonly accuracyRadius: number | null;
  /** A name in the IANA time zone database. */
  readonly timeZone: string | null;
}

/** The network that contains an address; null means unknown. */
export interface NetworkRecord {
  readonly asNumber: number | null;
  readonly asName: string | null;
  readonly isp: string | null;
  readonly organization: string | null;
}

export type GeoDatabase = 'city' | 'asn';

/** The data of the local databases about one address; null if they have no record of it. */
export interface GeoRecord {
  readonly city: CityRecord | null;
  readonly network: NetworkRecord | null;
  /** The databases that could not be read. */
  readonly missing: readonly GeoDatabase[];
  /** When the database of places was built, as YYYY-MM-DD; null if it is missing. */
  readonly date: string | null;
  /** The attributions that the databases require. */
  readonly credits: readonly Credit[];
}

/** An attribution that the licence of a database requires. */
export interface Credit {
  readonly text: string;
  readonly url: string;
}

export interface DatabaseState {
  readonly database: GeoDatabase;
  /** When it was built, as YYYY-MM-DD; null if no file of it can be read. */
  readonly date: string | null;
  /** `updated`: in the data folder, by `sonde update` or the server. */
  readonly origin: 'bundled' | 'updated' | 'operator';
  /** One sentence for the operator, or null if there is no problem. */
  readonly problem: string | null;
}

/** Databases of addresses: read at the first lookup, and again when their files have changed. */
export interface GeoDatabases {
  /** `address` in canonical form. Never rejects. */
  find(address: string): Promise<GeoRecord>;
  state(): Promise<readonly DatabaseState[]>;
}

/** Where locations come from: the databases on this disk, or a service on the network. */
export type GeoSource = 'records' | 'query';

export interface RdapServer {
  /** Base address (RFC 9224 section 3). */
  readonly url: string;
  /** True if IANA, or our table of the largest registries, lists it: its "not found" is then that of the registry. */
  readonly isListed: boolean;
}

export interface BootstrapState {
  readonly file: string;
  /** The publication date of the copy in use, as IANA writes it; null while there is none. */
  readonly published: string | null;
}

/** The servers to ask about registrations. */
export interface Registries {
  /** The root WHOIS server. */
  readonly whoisStart: OperatorEndpoint;
  /**
   * The RDAP server for a subject, or null. Old copies of IANA's files are renewed in the background; only if there is no copy
   * at all does it wait briefly for the fetch. Rejects only with the signal's reason.
   */
  findRdapServer(subject: Subject, signal: AbortSignal): Promise<RdapServer | null>;
  state(): readonly BootstrapState[];
  /**
   * When IANA published the file of top-level domains at hand; null while there is none. Fetches nothing. The other three
   * files are of little use as a date: they change once in some years.
   */
  published(): Promise<string | null>;
  /**
   * Fetches IANA's files now, or takes the given ones.
   * @param sources paths and URLs that end in dns.json, ipv4.json, ipv6.json or asn.json; if empty, all four of the publisher
   * @returns whether any of them is another one than before
   * @throws UpdateRefused if one is refused, which then stays as it was
   */
  renew(sources: readonly string[], signal: AbortSignal): Promise<boolean>;
}

/** A search of certificate-transparency logs, with the API of the service it is named after. */
export interface CertificateSearch {
  readonly kind: 'crtsh' | 'certspotter';
  /** Base address. */
  readonly url: string;
}

/** A blocklist in the DNS (RFC 5782) that the operator has chosen. */
export interface Blocklist {
  /** Zone, as A-labels without the final dot. */
  readonly zone: string;
  /** What it lists: addresses of mail servers, or domains. */
  readonly kind: 'ip' | 'domain';
}

/** A resolver in the operator's list, for comparisons. */
export interface PublicResolver {
  readonly name: string;
  /** Null if unknown. */
  readonly operator: string | null;
  readonly server: DnsServerTarget;
}

/** Passed to a tool's data slot when it is opened. */
export interface Machine {
  /** The folder for stored data (`SONDE_DATA_DIR`); null on a machine that stores nothing. */
  readonly dataFolder: string | null;
  /** Fetches files over HTTP; null on a machine that stores nothing. */
  readonly fetch: Net['fetch'] | null;
  /** The path of a database compiled by the build, by its file name; null if it does not exist. */
  findBundled(name: string): string | null;
  /** Where the files of data sets are fetched from, by id: a base URL with a final slash, or the URL of a single file. */
  readonly sourceUrls: Readonly<Record<string, string>>;
  /** Milliseconds since 1970. */
  now(): number;
  /** Registers a function to call when the process closes its data. */
  onClose(release: () => void): void;
}

/**
 * Data for a single tool: files on the disk, or what it remembers between lookups. Declared in the tool's own folder and
 * opened once per process, when the tool first asks for it (`LocalData.of`).
 */
export interface DataSlot<Data> {
  /** Must not open files or start timers before the data are used. */
  open(machine: Machine): Data;
}

/** Why an operator's update changed nothing, in a sentence for the operator. */
export class UpdateRefused extends Error {
  override readonly name = 'UpdateRefused';
}

/**
 * Data on the disk of this machine, with the operator's settings for it; passed to probes like the network layer. Each member
 * is independent, opens nothing before it is needed, and reloads newer files automatically.
 */
export interface LocalData {
  /** The data of a tool's own slot. */
  of<Data>(slot: DataSlot<Data>): Data;
  readonly geo: {
    readonly databases: GeoDatabases;
    /** The databases that are files of the operator. */
    readonly own: ReadonlySet<GeoDatabase>;
    /** In the order in which they are tried; never empty. */
    readonly sources: readonly GeoSource[];
    /** Base address of the service with a query field; the address looked up is added to its path. */
    readonly queryUrl: string;
  };
  readonly registries: Registries;
  /** Servers and trusted keys of the DNS root. */
  roots(): Promise<Roots>;
  /** A newer list of public suffixes than the one that comes with the product, or null. */
  suffixes(): Promise<SuffixList | null>;
  /** Which of them are files of the operator. */
  readonly ownRoots: ReadonlySet<keyof Roots>;
  /** Public resolvers to compare; empty if the operator has turned that off. */
  readonly publicResolvers: readonly PublicResolver[];
  readonly blocklists: readonly Blocklist[];
  /** The operator's list of preloaded hosts; null without one. Rejects when its file cannot be read. */
  preloadList(): Promise<PreloadList | null>;
  readonly names: {
    /**
     * The operator's word list, most common first; null for the built-in list. Rejects when the file cannot be read.
     */
    words(): Promise<readonly string[] | null>;
    readonly certificateSearches: readonly CertificateSearch[];
  };
}
