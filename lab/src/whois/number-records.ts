/*
 * Replies about addresses and AS numbers in RPSL (RFC 2622), in the format of the RIPE database
 * (https://docs.db.ripe.net/How-to-Query-the-RIPE-Database/): documentation numbers with invented holders, and the public
 * addresses that the demo suggests.
 */

const organisation = `
organisation:   ORG-LAB1-RIPE
org-name:       Lab Networks B.V.
country:        NL
org-type:       LIR
source:         RIPE # Filtered
`;

const resolverHolder = `
organisation:   ORG-GOOGLE
org-name:       Google LLC
country:        US
source:         LAB
`;

const objects: readonly { readonly asked: RegExp; readonly text: string }[] = [
  {
    asked: /^192\.0\.2\.\d+$/,
    text: `% Abuse contact for '192.0.2.0 - 192.0.2.255' is 'abuse@lab.example'

inetnum:        192.0.2.0 - 192.0.2.255
netname:        LAB-NET
descr:          Lab Networks
org:            ORG-LAB1-RIPE
country:        NL
status:         ASSIGNED PA
created:        2003-03-17T12:15:57Z
last-modified:  2017-12-04T14:42:31Z
source:         RIPE # Filtered
${organisation}`,
  },
  {
    asked: /^8\.8\.8\.\d+$/,
    text: `% Abuse contact for '8.8.8.0 - 8.8.8.255' is 'network-abuse@google.com'

inetnum:        8.8.8.0 - 8.8.8.255
netname:        GOGL
org:            ORG-GOOGLE
country:        US
created:        2023-12-28T00:00:00Z
source:         LAB
${resolverHolder}`,
  },
  {
    asked: /^as15169$/i,
    text: `% Abuse contact for 'AS15169' is 'network-abuse@google.com'

aut-num:        AS15169
as-name:        GOOGLE
org:            ORG-GOOGLE
created:        2000-03-30T00:00:00Z
source:         LAB
${resolverHolder}`,
  },
  {
    asked: /^as64497$/i,
    text: `aut-num:        AS64497
as-name:        LAB-SILENT
org:            ORG-LAB1-RIPE
status:         ASSIGNED
created:        2003-03-17T12:15:57Z
source:         RIPE # Filtered
${organisation}`,
  },
  {
    asked: /^as64496$/i,
    text: `% Abuse contact for 'AS64496' is 'abuse@lab.example'

aut-num:        AS64496
as-name:        LAB-AS
org:            ORG-LAB1-RIPE
status:         ASSIGNED
created:        2003-03-17T12:15:57Z
last-modified:  2019-01-02T10:00:00Z
source:         RIPE # Filtered
${organisation}`,
  },
];

/** The object for an address or AS number; null for names and unassigned numbers. */
export function numberRecord(question: string): string | null {
  return objects.find(({ asked }) => asked.test(question))?.text ?? null;
}
