// data/: data on the disk of this machine: address databases, registries, word lists.

import type { DnsServerTarget } from '@sonde/contract/dns/server-target';
import type { Net, OperatorEndpoint } from '../net/net.ts';
import type { Subject } from '../protocols/whois-text/questions.ts';
import type { Roots } from './roots/roots.ts';

/** Where an address is, as a database says; null means unknown. Nothing is derived. */
export interface CityRecord {
  /** ISO 3166-1 alpha-2. */
  readonly countryCode: string | null;
  readonly continentCode: string | null;
  readonly regionName: string | null;
  /** The part of an ISO 3166-2 code behind the hyphen. */
  readonly regionCode: string | null;
  readonly city: string | null;
  readonly postalCode: string | null;
  readonly metroCode: string | null;
  /** Degrees; both are known or neither. */
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** Kilometres around the position within which the publisher expects the address to be. */
  readonly accuracyRadius: number | null;
  /** A name of the IANA time zone database. */
  readonly timeZone: string | null;
}

/** Whose network an address is in; null means unknown. */
export interface NetworkRecord {
  readonly asNumber: number | null;
  readonly asName: string | null;
  readonly isp: string | null;
  readonly organization: string | null;
}

export type GeoDatabase = 'city' | 'asn';

/** What the local databases say about one address; null where they have no record of it. */
export interface GeoRecord {
  readonly city: CityRecord | null;
  readonly network: NetworkRecord | null;
  /** The databases that could not be read. */
  readonly missing: readonly GeoDatabase[];
  /** When the database of places was built, as YYYY-MM-DD; null where it is missing. */
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
  /** When it was built, as YYYY-MM-DD; null when no file of it can be read. */
  readonly date: string | null;
  /** One sentence for the operator, or null when all is well. */
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
  /** True when IANA or our table of the largest registries lists it: then its "not found" is that of the registry. */
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
   * The RDAP server for a subject, or null. Old copies of IANA's files are renewed in the background; only when there is
   * no copy at all is the fetch waited for, for a short time. Rejects only with the signal's reason.
   */
  findRdapServer(subject: Subject, signal: AbortSignal): Promise<RdapServer | null>;
  state(): readonly BootstrapState[];
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
  /** Null where it is not known. */
  readonly operator: string | null;
  readonly server: DnsServerTarget;
}

/** What a tool's data slot is opened with. */
export interface Machine {
  /** The folder for what is kept (`SONDE_DATA_DIR`); null on a machine that keeps nothing. */
  readonly dataFolder: string | null;
  /** Fetches files over HTTP; null on a machine that keeps nothing. */
  readonly fetch: Net['fetch'] | null;
  /** The path of a database that a build compiles, by the name of its file; null where it is not there. */
  findBundled(name: string): string | null;
  /** Called when the process lets go of its data. */
  onClose(release: () => void): void;
}

/**
 * Data that one tool alone needs: files on the disk, or what it remembers from one lookup to the next. It is declared in
 * the tool's own folder and opened once for a process, when the tool first asks for it (`LocalData.of`).
 */
export interface DataSlot<Data> {
  /** Opens no file and starts no timer before the data are asked for something. */
  open(machine: Machine): Data;
}

/** Why an operator's update changed nothing, in a sentence for the operator. */
export class UpdateRefused extends Error {
  override readonly name = 'UpdateRefused';
}

/**
 * Renews data of a tool in the data folder, for `sonde update TOOL`.
 * @param sources paths and URLs of the operator; without any, where the data are published.
 * @returns a sentence that says what there is now.
 * @throws UpdateRefused; then everything is as before.
 */
export type DataUpdate = (data: LocalData, sources: readonly string[], signal: AbortSignal) => Promise<string>;

/**
 * Data on the disk of this machine, with the operator's settings for it; passed to probes like the network layer. Each
 * member is independent, opens nothing before it is needed, and reloads newer files by itself.
 */
export interface LocalData {
  /** The data of a tool's own slot. */
  of<Data>(slot: DataSlot<Data>): Data;
  readonly geo: {
    readonly databases: GeoDatabases;
    /** In the order in which they are tried; never empty. */
    readonly sources: readonly GeoSource[];
    /** Base address of the service with a query field; the address looked up is added to its path. */
    readonly queryUrl: string;
  };
  readonly registries: Registries;
  /** Servers and trusted keys of the DNS root. */
  readonly roots: Roots;
  /** Public resolvers to compare; empty where the operator has switched that off. */
  readonly publicResolvers: readonly PublicResolver[];
  readonly blocklists: readonly Blocklist[];
  readonly names: {
    /**
     * The operator's word list, most common first; null for the built-in list. Rejects when the file cannot be read.
     */
    words(): Promise<readonly string[] | null>;
    readonly certificateSearches: readonly CertificateSearch[];
  };
}
