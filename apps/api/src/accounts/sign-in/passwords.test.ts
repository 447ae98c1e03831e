import { type ScryptOptions, scryptSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { checkNewPassword, createPasswords, type Derive } from './passwords.ts';

function counting() {
  const asked: ScryptOptions[] = [];
  const derive: Derive = async (password, salt, bytes, options) => {
    asked.push(options);
    return scryptSync(password, salt, bytes, { N: 2 });
  };
  return { asked, passwords: createPasswords(derive) };
}

describe('passwords', () => {
  it('are hashed with an individual salt at a cost recommended by OWASP, and recognised', async () => {
    const passwords = createPasswords();
    const hash = await passwords.hash('correct horse', 'a');
    expect(hash).toMatch(/^scrypt\$32768\$8\$3\$[\w-]{22}\$[\w-]{43}$/);
    expect(await passwords.fits('correct horse', hash, 'a')).toBe(true);
    expect(await passwords.fits('correct horsE', hash, 'a')).toBe(false);
    expect(hash).not.toBe(await passwords.hash('correct horse', 'a'));
  });

  it('take the same work if there is no account', async () => {
    const { asked, passwords } = counting();
    const hash = await passwords.hash('x', 'a');
    await passwords.fits('wrong', hash, 'a');
    expect(await passwords.fits('wrong', null, 'b')).toBe(false);
    expect(asked).toHaveLength(3);
    expect(asked[2]).toEqual(asked[1]);
  });

  it('match regardless of how a keyboard composes their letters', async () => {
    const { passwords } = counting();
    const hash = await passwords.hash('Mu\u0308ller', 'a');
    expect(await passwords.fits('M\u00fcller', hash, 'a')).toBe(true);
  });

  it('hashed at another cost are still recognised', async () => {
    const passwords = createPasswords();
    const salt = Buffer.alloc(16, 1);
    const key = scryptSync('old', salt, 32, { N: 1024, r: 8, p: 1 });
    const hash = `scrypt$1024$8$1$${salt.toString('base64url')}$${key.toString('base64url')}`;
    expect(await passwords.fits('old', hash, 'a')).toBe(true);
  });

  it('have from 8 to 128 characters, whatever their size in bytes', () => {
    for (const good of ['12345678', '🔑'.repeat(8), 'x'.repeat(128), '🔑'.repeat(128)]) checkNewPassword(good);
    for (const bad of ['', '1234567', '🔑'.repeat(7), 'x'.repeat(129)]) expect(() => checkNewPassword(bad)).toThrow();
  });
});
