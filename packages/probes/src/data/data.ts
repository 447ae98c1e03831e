import type { CircuitBreaker } from '../circuit-breaker.ts';
import type { OperatorEndpoint } from '../net/net.ts';
import type { Subject } from '../protocols/whois-text/questions.ts';

/** Where an address is, in the words of a database; null is not known. Nothing here is derived. */
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

/** Whose network an address is in; null is not known. */
export interface NetworkRecord {
  readonly asNumber: number | null;
  readonly asName: string | null;
  readonly isp: string | null;
  readonly organization: string | null;
}

export type GeoDatabase = 'city' | 'asn';

/** What the embedded databases say of one address: null where they have no record of it. */
export interface GeoRecord {
  readonly city: CityRecord | null;
  readonly network: NetworkRecord | null;
  /** The databases that could not be read. */
  readonly missing: readonly GeoDatabase[];
  /** When the database of places was built, as YYYY-MM-DD; null where it is missing. */
  readonly date: string | null;
  /** Whom the databases are owed to. */
  readonly credits: readonly Credit[];
}

/** A link that the licence of a database asks for. */
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

/** Databases of addresses: read when first asked, and again when their files have changed. */
export interface GeoDatabases {
  /** `address` in its one spelling. Never rejects. */
  find(address: string): Promise<GeoRecord>;
  state(): Promise<readonly DatabaseState[]>;
}

/** Where locations may come from: the databases on this disk, or a service that is asked over the network. */
export type GeoSource = 'records' | 'query';

export interface RdapServer {
  /** Base address (RFC 9224 section 3). */
  readonly url: string;
  /** True when IANA, or our table of the largest, names it: then its "not found" is the registry's. */
  readonly isListed: boolean;
}

export interface BootstrapState {
  readonly file: string;
  /** When the copy that is used was published, as IANA writes it; null while there is none. */
  readonly published: string | null;
}

/** Who knows about registrations. */
export interface Registries {
  /** Where WHOIS starts. */
  readonly whoisStart: OperatorEndpoint;
  /**
   * The RDAP server for a subject, or null. Old copies of IANA's files are renewed behind the lookup; only the very
   * first, when there is no copy at all, is waited for, and not long. Never rejects but with the signal's reason.
   */
  findRdapServer(subject: Subject, signal: AbortSignal): Promise<RdapServer | null>;
  state(): readonly BootstrapState[];
}

/** A search of certificate-transparency logs, in the manner of the service it is named after. */
export interface CertificateSearch {
  readonly kind: 'crtsh' | 'certspotter';
  /** Base address. */
  readonly url: string;
}

/**
 * What this machine keeps on its disk, and how its operator wants it used: handed to probes like the network door. Each
 * member is independent of the others, opens nothing before it is needed, and takes care of newer files by itself.
 */
export interface LocalData {
  readonly geo: {
    readonly databases: GeoDatabases;
    /** In the order in which they are tried; never empty. */
    readonly sources: readonly GeoSource[];
    /** Base address of the service with a query field; the address looked up is added to its path. */
    readonly queryUrl: string;
    readonly queryBreaker: CircuitBreaker;
  };
  readonly registries: Registries;
  readonly names: {
    /**
     * The operator's list of words for names, most common first; null where the tool's own is wanted.
     * Rejects when the file cannot be read.
     */
    words(): Promise<readonly string[] | null>;
    readonly certificateSearches: readonly CertificateSearch[];
  };
}
