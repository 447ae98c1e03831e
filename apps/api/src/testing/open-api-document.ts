import { testServer } from './test-server.ts';

/** The OpenAPI document that a server serves. */
export async function openApiDocument(): Promise<{ readonly paths: Readonly<Record<string, object>> }> {
  const { app } = await testServer();
  return (await app.inject('/api/openapi.json')).json();
}
