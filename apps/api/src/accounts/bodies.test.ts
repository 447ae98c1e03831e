import { expect, it } from 'vitest';
import { Credentials, ResetRequest } from './bodies.ts';

it.each([{}, { email: null }, { email: '' }, { email: '  ' }])('R5.2 R5.1 %j has no address', (body) => {
  for (const shape of [Credentials, ResetRequest]) {
    const { error } = shape.safeParse({ password: 'correct horse', ...body });
    expect(error?.issues.map(({ message }) => message)).toEqual(['Please enter your email address']);
  }
});
