import type { ToolId } from '../tools/index.ts';

/** The label of the facts with a matching path; `$1` stands for the first group of the pattern. */
type Label = readonly [path: RegExp, label: string];

/** The first match wins. */
const labels: { readonly [Id in ToolId]?: readonly Label[] } = {
  geo: [
    [/^addresses$/, 'Addresses'],
    [/^specialUse$/, 'Special use'],
    [/^(.+)\/country$/, 'Country of $1'],
    [/^(.+)\/region$/, 'Region of $1'],
    [/^(.+)\/city$/, 'City of $1'],
    [/^(.+)\/timezone$/, 'Time zone of $1'],
    [/^(.+)\/asn$/, 'AS number of $1'],
    [/^(.+)\/network$/, 'Network of $1'],
    [/^(.+)\/hostname$/, 'Host name of $1'],
    [/^(.+)\/hosting$/, '$1 is a hosting address'],
  ],
  ssl: [
    [/^certificate$/, 'Certificate (SHA-256)'],
    [/^certificate\/subject$/, 'Subject of the certificate'],
    [/^certificate\/issuer$/, 'Issuer of the certificate'],
    [/^certificate\/validFrom$/, 'Certificate valid from'],
    [/^certificate\/validUntil$/, 'Certificate valid until'],
    [/^certificate\/names$/, 'Names in the certificate'],
    [/^certificate\/key$/, 'Key of the certificate'],
    [/^certificate\/signatureAlgorithm$/, 'Signature algorithm of the certificate'],
    [/^certificate\/missingIssuer$/, 'Missing intermediate certificate'],
    [/^certificate\/revocation$/, 'Revocation of the certificate'],
    [/^chain$/, 'Certificates in the chain'],
    [/^addresses$/, 'Addresses'],
    [/^addresses\/(.+)\/certificate$/, 'Certificate at $1'],
    [/^addresses\/(.+)\/protocol$/, 'TLS version at $1'],
    [/^addresses\/(.+)\/certificateWithoutName$/, 'Certificate at $1 for clients that send no name'],
    [/^certificates$/, 'Certificates of all addresses'],
    [/^versions\/(.+)$/, '$1 enabled'],
    [/^suites\/(.+)$/, 'Cipher suites of $1'],
    [/^order\/(.+)$/, 'Who chooses the cipher suite in $1'],
    [/^protocol$/, 'TLS version of current clients'],
    [/^cipherSuite$/, 'Cipher suite of current clients'],
    [/^alpn$/, 'Application protocol of current clients'],
    [/^clientAuth$/, 'Client certificate'],
    [/^ocspStapled$/, 'OCSP response stapled'],
    [/^groups$/, 'Key exchange groups'],
    [/^minDhBits$/, 'Smallest Diffie-Hellman group, in bits'],
    [/^dhPrimes$/, 'Diffie-Hellman primes'],
    [/^alpnProtocols$/, 'Application protocols'],
    [/^sessionTickets$/, 'Session tickets'],
    [/^earlyData$/, 'Early data (0-RTT)'],
    [/^clientRenegotiation$/, 'Renegotiation by clients'],
    [/^fallbackScsv$/, 'Protection against downgrades (fallback SCSV)'],
    [/^compression$/, 'TLS compression'],
    [/^hangsUpOn$/, 'Extensions that the server does not tolerate'],
    [/^vulnerabilities\/(.+)$/, 'Vulnerable to $1'],
  ],
  whois: [
    [/^name$/, 'Name'],
    [/^registrar$/, 'Registrar (IANA ID, or name)'],
    [/^created$/, 'Registered'],
    [/^updated$/, 'Last changed'],
    [/^expires$/, 'Ends'],
    [/^registrarExpires$/, 'Expires at the registrar'],
    [/^status$/, 'Status codes'],
    [/^nameServers$/, 'Name servers'],
    [/^dnssec$/, 'DNSSEC'],
    [/^ds$/, 'DS records'],
    [/^holder$/, 'Holder'],
    [/^abuse$/, 'Abuse contact'],
    [/^handle$/, 'Handle'],
    [/^label$/, 'Name of the network'],
    [/^range$/, 'Range'],
    [/^country$/, 'Country'],
    [/^partOf$/, 'Enclosing networks'],
  ],
  dns: [
    [/^records\/(.+)$/, '$1 records'],
    [/^dnssec$/, 'DNSSEC'],
  ],
  subdomain: [
    [/^names$/, 'Names'],
    [/^wildcards$/, 'Wildcards'],
    [/^names\/(.+)\/resolves$/, '$1 has an address'],
    [/^names\/(.+)\/ipv4$/, 'IPv4 addresses of $1'],
    [/^names\/(.+)\/ipv6$/, 'IPv6 addresses of $1'],
    [/^names\/(.+)\/aliases$/, 'Aliases of $1'],
  ],
  ping: [
    [/^address$/, 'Address'],
    [/^answers\/icmp$/, 'Answers pings'],
    [/^answers\/(.+)$/, 'Answers over $1'],
    [/^errors$/, 'Errors of routers'],
  ],
  mac: [
    [/^registrations$/, 'Registrations'],
    [/^conventions$/, 'Known uses'],
  ],
  delegation: [
    [/^zone$/, 'Zone'],
    [/^verdict$/, 'DNSSEC verdict'],
    [/^zones\/(.+)$/, 'DNSSEC of the zone $1'],
    [/^nameServers$/, 'Name servers at the parent'],
    [/^ownNameServers$/, 'Name servers in the zone'],
    [/^ds$/, 'DS records'],
    [/^keys$/, 'DNSKEY records (key tag, algorithm, flags)'],
    [/^servers\/(.+)\/answers$/, 'Answers of $1'],
    [/^servers\/(.+)\/tcp$/, '$1 answers over TCP'],
    [/^servers\/(.+)\/edns$/, '$1 understands EDNS'],
    [/^servers\/(.+)\/recursion$/, '$1 is an open resolver'],
    [/^servers\/(.+)\/transfer$/, '$1 allows zone transfers'],
    [/^hosts\/(.+)\/addresses$/, 'Addresses of $1'],
    [/^hosts\/(.+)\/glue$/, 'Glue of $1'],
    [/^primary$/, 'Primary name server'],
    [/^times$/, 'Times in the SOA record (refresh, retry, expire, minimum)'],
    [/^nsec3$/, 'NSEC3 iterations and salt'],
  ],
  traceroute: [
    [/^address$/, 'Address'],
    [/^reached$/, 'End of the path'],
    [/^refusal$/, 'Error from a router'],
    [/^networks$/, 'Networks on the path'],
    [/^path MTU$/, 'Path MTU, in octets'],
  ],
  mail: [
    [/^mx$/, 'MX records'],
    [/^spf\/record$/, 'SPF record'],
    [/^spf\/lookups$/, 'DNS lookups of SPF'],
    [/^dkim\/(.+)$/, 'DKIM key $1'],
    [/^dmarc\/record$/, 'DMARC record'],
    [/^dmarc\/policy$/, 'DMARC policy'],
    [/^mtaSts\/record$/, 'MTA-STS record'],
    [/^mtaSts\/mode$/, 'MTA-STS mode'],
    [/^mtaSts\/mx$/, 'Servers in the MTA-STS policy'],
    [/^tlsRpt\/record$/, 'TLS-RPT record'],
    [/^bimi\/record$/, 'BIMI record'],
    [/^lists\/([^/]+)\/(.+)$/, '$2 on the blocklist $1'],
  ],
};

/** The label of a tool's fact; its path if it has none. */
export function factLabel(id: ToolId, path: string): string {
  const found = labels[id]?.find(([pattern]) => pattern.test(path));
  return found === undefined ? path : path.replace(...found);
}

/** Codes that are not self-explanatory, with their meanings. */
const codes: { readonly [Id in ToolId]?: Readonly<Record<string, string>> } = {
  traceroute: { target: 'at the target', stopped: 'rejected by a router', silent: 'no answer' },
  mail: { 'not-listed': 'not listed' },
};

/** The text value of a fact as shown to readers. */
export function factText(id: ToolId, value: string): string {
  const known = codes[id] ?? {};
  return (Object.hasOwn(known, value) ? known[value] : undefined) ?? value;
}
