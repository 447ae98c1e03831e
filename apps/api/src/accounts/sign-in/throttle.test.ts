import type { ToolError } from '@sonde/contract';
import { describe, expect, it } from 'vitest';
import { createThrottle } from './throttle.ts';

const MINUTE_MS = 60_000;
const account = 'owner@example.com';

function setUp() {
  const clock = { ms: 0 };
  const throttle = createThrottle(() => clock.ms, null);
  /** How many of `count` wrong guesses are let through. */
  async function guesses(count: number, attempt: (index: number) => Promise<unknown>): Promise<number> {
    let passed = 0;
    for (let index = 0; index < count; index += 1) {
      await attempt(index).then(
        () => {
          passed += 1;
        },
        (error: unknown) => expect(error).toMatchObject({ code: 'rate-limited' }),
      );
    }
    return passed;
  }
  const guessFrom = (client: string, at = account) => throttle.signIn({ client, account: at }, null);
  return { clock, throttle, guesses, guessFrom };
}

describe('guesses at one account', () => {
  it('from one address: ten at once, then one a minute, without affecting other addresses', async () => {
    const { clock, guesses, guessFrom } = setUp();
    expect(await guesses(100, () => guessFrom('198.51.100.1'))).toBe(10);
    clock.ms += MINUTE_MS;
    expect(await guesses(10, () => guessFrom('198.51.100.1'))).toBe(1);
    await guessFrom('198.51.100.2');
  });

  it('from a hundred addresses: a hundred and sixty at once, and a new address may try a second later', async () => {
    const { clock, guesses, guessFrom } = setUp();
    expect(await guesses(2_000, (index) => guessFrom(`198.51.100.${index % 100}`))).toBeLessThanOrEqual(160);
    const refused = await guessFrom('203.0.113.1').catch((error: unknown) => error);
    expect((refused as ToolError).retryAfterSeconds).toBe(1);
    clock.ms += 1_000;
    await guessFrom('203.0.113.1');
  });

  it('from twelve persistent addresses: a new address may try at once', async () => {
    const { guesses, guessFrom } = setUp();
    await guesses(2_000, (index) => guessFrom(`198.51.100.${index % 12}`));
    await expect(guessFrom('203.0.113.1')).resolves.toBeDefined();
  });

  it('from the addresses of one IPv6 customer: thirty at once', async () => {
    const { guesses, guessFrom } = setUp();
    const client = (index: number) => `2001:db8:1:${index.toString(16)}::/64`;
    expect(await guesses(500, (index) => guessFrom(client(index)))).toBe(30);
    await guessFrom('2001:db8:2:0::/64');
  });

  it('use up nothing when they succeed', async () => {
    const { guesses, guessFrom } = setUp();
    const right = async () => (await guessFrom('203.0.113.1'))();
    expect(await guesses(200, right)).toBe(200);
    expect(await guesses(20, () => guessFrom('203.0.113.1'))).toBe(10);
  });
});

it('guesses at many accounts from one address: thirty at once, whether the accounts exist or not', async () => {
  const { guesses, guessFrom } = setUp();
  expect(await guesses(100, (index) => guessFrom('198.51.100.1', `${index}@example.com`))).toBe(30);
});

describe('a browser that the account knows', () => {
  it('has attempts of its own, regardless of others, and then those of any browser', async () => {
    const { guesses, guessFrom, throttle } = setUp();
    const client = '198.51.100.1';
    await guesses(100, () => guessFrom(client));
    await guesses(500, (index) => guessFrom(`198.51.${index % 250}.7`));
    const atHome = () => throttle.signIn({ client, account }, 'a browser');
    expect(await guesses(30, atHome)).toBe(10);
    expect(await guesses(30, () => throttle.signIn({ client: '203.0.113.1', account: 'another' }, 'a browser'))).toBe(
      20,
    );
  });

  it('gets them back when the password was right', async () => {
    const { guesses, throttle } = setUp();
    const attempt = { client: '198.51.100.1', account };
    expect(await guesses(100, async () => (await throttle.signIn(attempt, 'a browser'))())).toBe(100);
  });
});

describe('other attempts', () => {
  it('reset requests: a repeated one is ignored, those for other accounts are counted', async () => {
    const { guesses, throttle } = setUp();
    const isNew: boolean[] = [];
    for (let index = 0; index < 5; index += 1) isNew.push(await throttle.reset({ client: '198.51.100.1', account }));
    expect(isNew).toEqual([true, true, true, false, false]);
    expect(await throttle.reset({ client: '198.51.100.2', account })).toBe(true);
    const others = (index: number) => throttle.reset({ client: '198.51.100.1', account: `${index}` });
    expect(await guesses(20, others)).toBe(7);
  });

  it('sign-ups with one email address are counted for each client address', async () => {
    const { guesses, throttle } = setUp();
    const failed = async () => (await throttle.signUp({ client: '198.51.100.1', account }))();
    expect(await guesses(20, failed)).toBe(5);
    await throttle.signUp({ client: '198.51.100.2', account });
  });

  it('new accounts of one address: four at once, then one an hour; a sign-up that failed is not one', async () => {
    const { clock, guesses, throttle } = setUp();
    const signUp = (index: number) => throttle.signUp({ client: '198.51.100.1', account: `${index}` });
    expect(await guesses(3, async (index) => (await signUp(index))())).toBe(3);
    expect(await guesses(8, signUp)).toBe(4);
    await throttle.signUp({ client: '198.51.100.2', account });
    clock.ms += 60 * MINUTE_MS;
    expect(await guesses(8, (index) => signUp(100 + index))).toBe(1);
  });

  it('new accounts of one IPv6 customer: sixteen at once', async () => {
    const { guesses, throttle } = setUp();
    const client = (index: number) => `2001:db8:1:${index.toString(16)}::/64`;
    expect(await guesses(100, (index) => throttle.signUp({ client: client(index), account: `${index}` }))).toBe(16);
    await throttle.signUp({ client: '2001:db8:2:0::/64', account });
  });

  it('reset links, and confirmations of the password', async () => {
    const { guesses, throttle } = setUp();
    expect(await guesses(100, (index) => throttle.newPassword('198.51.100.1', `${index}`))).toBe(20);
    expect(await guesses(100, () => throttle.confirm('member'))).toBe(10);
    expect(await guesses(100, async () => (await throttle.confirm('another'))())).toBe(100);
  });
});
