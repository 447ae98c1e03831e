import type { ToolId } from '../tools/index.ts';

/** The order of an answer's fields where all of them are printed, as on a terminal. */
export interface ReadingOrder {
  /** Fields printed before all others. */
  readonly first: readonly string[];
  /** Fields printed after all others: raw server replies. */
  readonly last: readonly string[];
  /**
   * Fields printed only on request because they are long, the same in every answer, or printed elsewhere in another form.
   * Fields of list items are written as `clients.source`.
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
