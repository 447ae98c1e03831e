export { findCommand, runCommand } from './commands.ts';
export { type DelayProxy, startDelayProxy } from './delay-proxy.ts';
export { type DnsLab, dig, digServer, startDnsLab } from './dns-lab.ts';
export { freePort } from './free-port.ts';
export { type HeardQuery, type Liar, startLiar } from './liar.ts';
export { type LieName, lies } from './lies.ts';
export { truth } from './replies.ts';
