export * from './envelope.ts';
export * from './failure.ts';
export * from './ping-statistics.ts';
export * from './tool.ts';
export * from './tools/dns.ts';
export * from './tools/index.ts';
export * from './tools/ping.ts';
