import type { ToolId } from '../tools/index.ts';

/** In which order a reader meets the fields of an answer where all of them are printed, as on a terminal. */
export interface ReadingOrder {
  /** Fields that stand before the others. */
  readonly first: readonly string[];
  /** Fields that stand after the others: whole texts of servers. */
  readonly last: readonly string[];
  /**
   * Fields that are printed only on request: long, the same in every answer, or printed elsewhere in another form. A field
   * of a list is named as `clients.source`.
   */
  readonly details: readonly string[];
}

const readingOrders: { readonly [Id in ToolId]?: Partial<ReadingOrder> } = {
  ssl: {
    details: [
      'supportedCiphers',
      'supportedProtocols',
      'enabledCiphers',
      'builtChain',
      'pem',
      'missingCertificates',
      'creationTime',
      'clients.source',
      'clients.isChecked',
      'certificateChain.fingerprint',
      'certificateChain.serialNumber',
      'certificateChain.selfSigned',
      'certificateChain.signatureAlgorithm',
      'servedCertificates.fingerprint',
      'servedCertificates.decides',
    ],
    last: ['notes', 'observations', 'clients'],
  },
  whois: { first: ['registration'], last: ['source', 'asked', 'whoIsInfo'], details: ['rdap', 'query'] },
  geo: { first: ['geoIp'] },
  delegation: {
    first: ['verdict', 'zone', 'why'],
    details: [
      ...['details', 'anchors', 'isPreFlight'],
      ...['parent', 'why', 'ownNs', 'glue', 'ds', 'dsDenial', 'keys', 'signatures', 'nsTtlSeconds'].map(
        (name) => `zones.${name}`,
      ),
      ...['family', 'isListed', 'answered', 'rcode', 'refersUp', 'ns', 'udp', 'tcp', 'edns', 'signed'].map(
        (name) => `servers.${name}`,
      ),
      ...['recursion', 'transfer', 'denial', 'timeMs', 'nsid'].map((name) => `servers.${name}`),
      'edges.zone',
    ],
  },
};

export function readingOrderOf(id: ToolId): ReadingOrder {
  return { first: [], last: [], details: [], ...readingOrders[id] };
}
