import { describe, expect, it } from 'vitest';
import { answerOf } from '../testing/answer-of.ts';
import { tools } from '../tools/index.ts';
import { withoutContacts } from './withheld.ts';

const jane = {
  role: 'registrant',
  name: 'Jane Doe',
  organization: null,
  email: 'jane@example.com',
  phone: null,
  country: null,
};
const registered = answerOf(tools.whois, {
  gaps: [],
  whoIsInfo: 'Registrant: Jane Doe',
  registration: { contacts: [jane], registrar: { name: 'Example Registrar', ianaId: '1', url: null } },
  rdap: { entities: [{ vcardArray: ['Jane Doe'] }] },
});

describe('an answer without contacts', () => {
  it('contains no personal data, and keeps everything else', () => {
    const { answer, fields } = withoutContacts('whois', registered);
    expect(fields).toEqual(['registration.contacts', 'whoIsInfo', 'rdap']);
    expect(JSON.stringify(answer)).not.toMatch(/jane/i);
    const { registration, ...rest } = registered;
    expect(answer).toEqual({ ...rest, whoIsInfo: '', rdap: null, registration: { ...registration, contacts: [] } });
    expect(tools.whois.answer.safeParse(answer).success).toBe(true);
    expect(registered.registration.contacts).toHaveLength(1);
  });

  it('lists no emptied fields if there was nothing to empty', () => {
    const { answer } = withoutContacts('whois', registered);
    expect(withoutContacts('whois', answer)).toEqual({ answer, fields: [] });
    expect(withoutContacts('whois', { registration: null })).toEqual({ answer: { registration: null }, fields: [] });
  });

  it('is unchanged for a tool without personal data, and for an unknown tool', () => {
    const answer = { contacts: ['a'], constructor: 1 };
    for (const tool of ['dns', 'constructor', '__proto__']) {
      expect(withoutContacts(tool, answer)).toEqual({ answer, fields: [] });
    }
  });
});
