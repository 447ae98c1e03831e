/**
 * A DNS tree with one flaw in each zone: a root, `test`, and the zones of `delegation-zones.ts`, by Knot and BIND. Every
 * server has a loopback address of its own and all have one port, since referrals name addresses without ports.
 */
export interface DelegationLab {
  /** Where every server listens. */
  readonly port: number;
  /** A hints file and a file of trust anchors. */
  readonly hintsFile: string;
  readonly anchorsFile: string;
  readonly directory: string;
  /** The DS lines of a zone's keys, as dnssec-signzone made them; the published one may differ. */
  dsOf(zone: string): Promise<string>;
  /** `ip:port` of a validating resolver (Unbound) that has the same zones, root and anchors. */
  readonly resolver: string;
  /** What delv says of the SOA record of a zone. */
  delv(zone: string): Promise<string>;
  stop(): Promise<void>;
}
/** Addresses of the servers. */
export declare const delegationServers: {
  readonly root: '127.0.0.1';
  readonly test: '127.0.53.2';
  readonly ns1: '127.0.53.11';
  readonly ns2: '127.0.53.12';
  /** Nothing listens here. */
  readonly closed: '127.0.53.99';
};
export declare function startDelegationLab(): Promise<DelegationLab>;
/** Two servers in the zone, with glue. */
export declare const usualZone: string;
