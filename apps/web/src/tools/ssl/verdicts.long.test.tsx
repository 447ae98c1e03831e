import { describe, it } from 'vitest';
import { sslPage } from './testing/ssl-page.ts';
import { expectRemedies, expectSecurity } from './testing/ssl-verdicts.ts';
import './verdicts.test.tsx';

const page = await sslPage();

describe('the verdicts on certificate and server', () => {
  it.each([['220 mx ready'], [null]])('puts the usual programs first if the greeting names none: %s', (greeting) =>
    expectRemedies(page, greeting, ['nginx', 'Apache', 'Caddy'], false),
  );

  it.each([
    ['warn', ['TLSv1.2', 'TLSv1'], 'Not Secure', 'badge bad'],
    ['bad', ['TLSv1.3'], 'Not Secure', 'badge bad'],
    ['good', ['TLSv1.3'], 'Secure', 'badge ok'],
  ] as const)('is for a %s finding and the versions %j: %s', (state, versions, words, look) =>
    expectSecurity(page, state, versions, words, look),
  );
});
