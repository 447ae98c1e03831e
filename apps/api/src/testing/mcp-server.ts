import { createHash } from 'node:crypto';
import type { scriptedResolver } from '@sonde/probes/testing/scripted-net';
import { type McpClient, mcpClient } from '@sonde/service/testing/mcp-client';
import { onTestFinished } from 'vitest';
import { testServer } from './test-server.ts';

export const TOKEN = 'sonde_token-of-a-test';
const HASH = createHash('sha256').update(TOKEN).digest('hex');

/** A server that offers MCP to the holder of TOKEN. Returns its address. */
export async function mcpServer(
  net: ReturnType<typeof scriptedResolver>['net'],
  variables: Record<string, string> = {},
): Promise<string> {
  const { app } = await testServer(
    { SONDE_MCP: 'on', SONDE_API_TOKENS: `agent:${HASH}`, ...variables },
    { net, drainMs: 0 },
  );
  return app.listen({ port: 0, host: '127.0.0.1' });
}

/** The official client, connected until the end of the test. */
export async function connected(address: string, token: string | null = TOKEN, revision?: string): Promise<McpClient> {
  const { client, http } = await mcpClient(revision);
  await client.connect(http(`${address}/mcp`, token));
  onTestFinished(() => client.close());
  return client;
}
