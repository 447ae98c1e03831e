import { type Aim, type Attack, addressesOf } from '../attack.ts';
import { callApi } from '../call-api.ts';

/** The most that one call may import. */
const LOOKUPS_AT_ONCE = 100;
const [SIGN_UP, HISTORY, TARGETS, EXPORT] = ['sign-up', 'history', 'targets', 'export'].map(
  (one) => `/api/account/${one}`,
);

/** Four accounts import lookups, save targets, search their history and export everything, as fast as they are answered. */
export const attack: Attack = async (aim, signal) => {
  await Promise.all(addressesOf('127.13.0', 4).map((from) => fill(aim, from, signal)));
};

async function fill({ address }: Aim, from: string, signal: AbortSignal): Promise<void> {
  const credentials = { email: `${from}-${Date.now()}@example.test`, password: 'a long enough password' };
  const { cookie } = await callApi({ address, from, path: SIGN_UP ?? '', method: 'POST', body: credentials }, signal);
  const call = (path: string, method = 'GET', body?: unknown) =>
    callApi({ address, from, cookie, path, method, body }, signal);
  for (let round = 0; !signal.aborted; round += 1) {
    await Promise.all([
      call(HISTORY ?? '', 'POST', { lookups: lookupsOf(round) }),
      call(TARGETS ?? '', 'POST', { target: `target-${round}.example`, note: 'n'.repeat(200) }),
      call(`${HISTORY}?search=nothing-like-it`),
      call(EXPORT ?? ''),
    ]);
  }
}

function lookupsOf(round: number) {
  return Array.from({ length: LOOKUPS_AT_ONCE }, (_, index) => ({
    tool: 'dns',
    target: `moved-${round}-${index}.example`,
  }));
}
