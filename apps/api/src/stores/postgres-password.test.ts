import pg from 'pg';
import { expect, it, vi } from 'vitest';

it.each(['ab/c+d=', 'a@b:c', '%zz', '#?&'])('the password %s of PGPASSWORD needs no escape', (password) => {
  vi.stubEnv('PGPASSWORD', password);
  const client = new pg.Client({ connectionString: 'postgresql://sonde@postgres:5432/sonde' });
  expect([client.user, client.host, client.database, client.password]).toEqual([
    'sonde',
    'postgres',
    'sonde',
    password,
  ]);
  vi.unstubAllEnvs();
});
