export * from './envelope.ts';
export * from './failure.ts';
export * from './tool.ts';
export * from './tools/dns.ts';
export * from './tools/index.ts';
