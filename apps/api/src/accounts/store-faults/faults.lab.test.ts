import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgresLab } from '@sonde/lab';
import { eventually } from '@sonde/service/testing/eventually';
import { SMTPServer } from 'smtp-server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { inLongSet } from '../../../../../scripts/test/vitest-settings.ts';
import { accountBrowser, PASSWORD, someone } from '../../testing/account-browser.ts';
import { testServer } from '../../testing/test-server.ts';

const DNS = '/api/v2/dnsRecords?domain=a.example';

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'sonde-faults-'));
  onTestFinished(() => rm(made, { recursive: true }));
  return made;
}

describe('a store that is unavailable', () => {
  it('stops accounts but no tool; once it is back, accounts work again and nothing is half written', async () => {
    const postgres = await startPostgresLab();
    onTestFinished(() => postgres.stop());
    const url = await postgres.newDatabase();
    const { app, log } = await testServer({
      DATABASE_URL: url,
      SONDE_SECRET: 'a secret of the tests that is long enough',
      SONDE_DATA_DIR: await folder(),
    });
    const one = accountBrowser(app);
    const email = someone();
    await one.signUp(email);
    await one.get(DNS);
    await postgres.crash();
    for (const [path, body] of [
      ['sign-in', { email, password: PASSWORD }],
      ['sign-up', { email: someone(), password: PASSWORD }],
      ['password-reset', { email }],
    ] as const) {
      const answered = await accountBrowser(app).post(path, body);
      expect([answered.statusCode, answered.json()], path).toEqual([
        503,
        {
          success: false,
          message: 'Accounts are unavailable right now. All tools still work. Please try again in a moment.',
          _data: null,
          code: 'store-failed',
          retryAfterSeconds: 30,
        },
      ]);
      expect(answered.headers['retry-after']).toBe('30');
    }
    expect((await one.get(DNS)).statusCode).toBe(200);
    expect(log.some(({ msg }) => msg === 'a lookup was not added to the history')).toBe(true);
    await postgres.restart();
    await expect.poll(async () => (await one.get('/api/account')).statusCode, { timeout: 15_000 }).toBe(200);
    expect((await one.data('history')).total).toBe(1);
    await one.get(DNS);
    await one.history(2);
  });

  inLongSet(it)('does not keep the server from starting', async () => {
    const { app, accounts, log } = await testServer({
      DATABASE_URL: 'postgresql://nobody@127.0.0.1:9/none',
      SONDE_SECRET: 'a secret of the tests that is long enough',
      SONDE_DATA_DIR: await folder(),
    });
    void accounts.begin();
    expect((await app.inject('/readyz')).json()._data.stores).toEqual({
      cache: 'memory',
      accounts: 'embedded, which cannot be reached',
      history: 'postgresql, which cannot be reached',
    });
    expect((await app.inject(DNS)).statusCode).toBe(200);
    await expect.poll(() => log.some(({ msg }) => msg === 'accounts and history cannot be reached')).toBe(true);
    const answered = await accountBrowser(app).signUp(someone());
    expect(answered.json().code).toBe('store-failed');
    expect((await app.inject('/readyz')).json()._data.stores).toMatchObject({
      accounts: 'embedded, which cannot be reached',
      history: 'postgresql, which cannot be reached',
    });
  });

  inLongSet(it)('may be a folder that is not writable', async () => {
    const file = join(await folder(), 'a-file');
    await writeFile(file, '');
    const { app, accounts } = await testServer({ SONDE_DATA_DIR: join(file, 'data') });
    void accounts.begin();
    const ready = await app.inject('/readyz');
    expect([ready.statusCode, ready.json()._data.stores]).toEqual([
      200,
      {
        cache: 'memory',
        accounts: 'embedded, which cannot be written',
        history: 'embedded, which cannot be written',
      },
    ]);
    expect((await accountBrowser(app).signUp(someone())).json().code).toBe('store-failed');
    expect((await app.inject(DNS)).statusCode).toBe(200);
  });
});

describe('without any sign-in', () => {
  it('no store is opened and no file created', async () => {
    const dataDir = join(await folder(), 'data');
    const { app, accounts } = await testServer({ SONDE_DATA_DIR: dataDir });
    void accounts.begin();
    await app.inject(DNS);
    expect((await app.inject('/api/account')).statusCode).toBe(401);
    // Only the folder exists, for copies of public registers.
    await eventually(async () => expect(await readdir(dataDir)).toEqual([]));
  });
});

describe('mails', () => {
  it('go out by SMTP, with a link to the public address', async () => {
    const mails: string[] = [];
    const smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, _session, done) {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          mails.push(Buffer.concat(chunks).toString());
          done();
        });
      },
    });
    await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => new Promise<void>((resolve) => smtp.close(() => resolve())));
    const { port } = smtp.server.address() as { port: number };
    const { app, log, accounts } = await testServer({
      SONDE_DATA_DIR: await folder(),
      SONDE_SMTP_URL: `smtp://127.0.0.1:${port}`,
      SONDE_MAIL_FROM: 'Sonde <noreply@sonde.example>',
      SONDE_PUBLIC_URL: 'https://sonde.example',
      SONDE_BRAND: 'Sonde & Söhne',
    });
    void accounts.begin();
    const one = accountBrowser(app);
    const email = someone();
    await one.signUp(email);
    expect((await one.post('password-reset', { email })).json()._data.delivery).toBe('mail');
    await expect.poll(() => mails.length, { timeout: 15_000 }).toBe(1);
    const text = (mails[0] ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '=');
    expect(text).toContain(`To: ${email}`);
    expect(text).toContain('From: Sonde <noreply@sonde.example>');
    const token = /https:\/\/sonde\.example\/login\?reset=([\w-]{43})/.exec(text)?.[1];
    expect((await one.post('new-password', { token, password: 'another password' })).statusCode).toBe(200);
    expect(JSON.stringify(log)).not.toContain(String(token));
    expect(log.filter(({ level }) => level === 40)).toEqual([]);
  });

  it('that cannot be sent are logged for the operator and not disclosed to the visitor', async () => {
    const { app, log } = await testServer({
      SONDE_DATA_DIR: await folder(),
      SONDE_SMTP_URL: 'smtp://127.0.0.1:9',
    });
    const one = accountBrowser(app);
    const email = someone();
    await one.signUp(email);
    expect((await one.post('password-reset', { email })).statusCode).toBe(200);
    await expect.poll(() => log.some(({ msg }) => msg === 'a reset mail was not sent')).toBe(true);
  });
});
