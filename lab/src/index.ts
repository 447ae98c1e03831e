export { type AnnouncedProcess, announcementOf, startAnnounced } from './announced-process.ts';
export { type PostgresLab, startPostgresLab } from './databases/postgres-lab.ts';
export { type RedisLab, startRedisLab } from './databases/redis-lab.ts';
export { type SmallPostgresLab, startSmallPostgresLab } from './databases/small-postgres-lab.ts';
export { worldServers } from './dns/delegation/addresses.ts';
export { healthyZones } from './dns/delegation/healthy-zones.ts';
export { hostileServers } from './dns/delegation/hostile-zones.ts';
export { allWorldZones, type DelegationWorld, flawedZones, startDelegationWorld } from './dns/delegation/world.ts';
export type { WorldZone } from './dns/delegation/zone-spec.ts';
export { type DelegationLab, delegationServers, startDelegationLab } from './dns/delegation-lab.ts';
export { delegationZones } from './dns/delegation-zones.ts';
export { type DnsLab, dig, digServer, startDnsLab } from './dns/dns-lab.ts';
export { type MailLab, startMailLab } from './dns/mail-lab.ts';
export { type HostileTransferServer, startHostileTransfer } from './dns/malicious/hostile-transfer.ts';
export {
  type HeardQuery,
  type MaliciousNameServer,
  startMaliciousNameServer,
} from './dns/malicious/malicious-name-server.ts';
export {
  type NameServerBehaviour,
  type NameServerBehaviourName,
  nameServerBehaviours,
} from './dns/malicious/name-server-behaviours.ts';
export { isVictims, spfBomb } from './dns/malicious/spf-bomb.ts';
export { type ManyDomains, manyDomains } from './dns/many-domains.ts';
export { type ManyNames, manyNames } from './dns/many-names.ts';
export { type NameLab, startNameLab, twentyNames } from './dns/name-lab.ts';
export { truth } from './dns/replies.ts';
export { type DelayProxy, startDelayProxy } from './links/delay-proxy.ts';
export { type ImpairedLink, startImpairedLink } from './links/impaired-link.ts';
export { blocklists } from './mail/blocklist-server.ts';
export { type MailWorld, startMailWorld } from './mail/mail-world.ts';
export { type MailboxServer, startMailboxServer } from './mail/mailbox-server.ts';
export { smtpAddresses } from './mail/smtp-servers.ts';
export { endlessNames, hostileSpellings, insideNames, mixedNames } from './network/hostile-targets.ts';
export { type Ipv6Clients, placeIpv6Clients } from './network/ipv6-clients.ts';
export type { LabProcess } from './network/lab-process.ts';
export type { Hit } from './network/listeners.ts';
export { rebindingName, refusedName } from './network/names.ts';
export { type NetworkLab, startNetworkLab } from './network/network-lab.ts';
export { type PathLab, startPathLab } from './network/paths/path-lab.ts';
export {
  addressOf as pathAddressOf,
  longTarget,
  mainPath,
  mainPathMs,
  type PathTargetName,
  slowTarget,
  targetAddress as pathTarget,
} from './network/paths/topology.ts';
export { refusedRanges } from './network/refused-ranges.ts';
export { networkAddresses, networkTargets } from './network/topology.ts';
export { putBuilt } from './processes/built-program.ts';
export { findCommand, runCommand } from './processes/commands.ts';
export { freePort } from './processes/free-port.ts';
export { programArguments } from './processes/program-arguments.ts';
export { type ChangingResolver, startChangingResolver } from './resolvers/changing-resolver.ts';
export { type CutOffResolver, startCutOffResolver } from './resolvers/cut-off-resolver.ts';
export { type DeadZoneOptions, type DeadZoneResolver, startDeadZoneResolver } from './resolvers/dead-zone-resolver.ts';
export { type Relay, startRelay, type Treatment } from './resolvers/dns-relay.ts';
export { type EncryptedResolver, encryptedSoftware, startEncryptedResolver } from './resolvers/encrypted-resolver.ts';
export { type DohBehaviourName, dohBehaviours, type HostileDoh, startHostileDoh } from './resolvers/hostile-doh.ts';
export { type DotBehaviourName, dotBehaviours, type HostileDot, startHostileDot } from './resolvers/hostile-dot.ts';
export { type ResolverLimits, startLimitedResolver, startLimitedUnbound } from './resolvers/limited-resolvers.ts';
export {
  type CertificateLogLab,
  type LabLog,
  startCertificateLogLab,
  type TimestampRequest,
} from './tls/certificate-log-lab.ts';
export {
  type CertificateSearchLab,
  type OrderedCertificate,
  startCertificateSearchLab,
} from './tls/certificate-search-lab.ts';
export type { CertificateKind } from './tls/certificates/recipes.ts';
export { gtlsclient } from './tls/gtlsclient.ts';
export {
  type MaliciousTlsServer,
  startMaliciousTlsServer,
  type TlsServerBehaviourName,
} from './tls/malicious/malicious-tls-server.ts';
export { type RobotBehaviourName, type RobotServer, startRobotServer } from './tls/malicious/robot-server.ts';
export type { ConfiguredName } from './tls/programs/configured-programs.ts';
export type { TlsProgramName } from './tls/programs/start-program.ts';
export { type RevocationLab, startRevocationLab } from './tls/revocation-lab.ts';
export type { MailServer } from './tls/servers/mail-servers.ts';
export type { LabSite } from './tls/servers/multi-site-servers.ts';
export { provideOldestNode, provideOldNode } from './tls/servers/old-nodes.ts';
export type { QuicServerName } from './tls/servers/quic-servers.ts';
export type { StartTlsServerName } from './tls/servers/start-tls-servers.ts';
export { type SslscanReport, sslscan } from './tls/sslscan.ts';
export { startTcpRelay } from './tls/tcp-relay.ts';
export {
  certificateKinds,
  startTlsLab,
  type TlsLab,
  type TlsServer,
  type TlsServerName,
  tlsServerNames,
} from './tls/tls-lab.ts';
export { BALANCER_HOST, type Balancer, startBalancer } from './web/balancer.ts';
export { type Http2LiarName, type Http2Liars, http2LiarNames, startHttp2Liars } from './web/malicious-http2-server.ts';
export {
  behaviourByPath,
  type MaliciousWebServer,
  reply,
  startMaliciousWebServer,
  type WebServerBehaviour,
} from './web/malicious-web-server.ts';
export { serveRedirects } from './web/serve-redirects.ts';
export { type SiteLab, type SitePorts, type SiteProgram, startSiteLab } from './web/site-servers.ts';
export { startWebLab, type WebLab } from './web/web-lab.ts';
export {
  type ReceivedPost,
  type ReceiverBehaviourName,
  startWebhookReceiver,
  type WebhookReceiver,
} from './web/webhook-receiver.ts';
export * as whoisRecords from './whois/records.ts';
export { type RegistryLab, startRegistryLab } from './whois/registry-lab.ts';
export { startWhoisServer, type WhoisBehaviour, type WhoisServer, whoisBehaviours } from './whois/whois-server.ts';
