import { expect, it } from 'vitest';
import { Credentials, ResetRequest, TargetToSave } from './bodies.ts';

it.each([{}, { email: null }, { email: '' }, { email: '  ' }])('R5.2 R5.1 %j lacks an address', (body) => {
  for (const shape of [Credentials, ResetRequest]) {
    const { error } = shape.safeParse({ password: 'correct horse', ...body });
    expect(error?.issues.map(({ message }) => message)).toEqual(['Please enter your email address']);
  }
});

it.each([
  'example.com',
  ' Example.COM. ',
  'bücher.example',
  '_dmarc.example.com',
  '192.0.2.1',
  '2001:DB8::1',
  'example.com:8443',
  'https://example.com/',
  'AS64496',
])('a target that some tool looks up is saved: %j', (target) => {
  expect(TargetToSave.parse({ target, note: '' }).target).toBe(target.trim());
});

it.each([
  'not a target',
  'javascript:alert(1)',
  '<b>',
  '=1+1',
  '300.1.1.1',
  'a'.repeat(299),
  '-',
  'example..com',
  '::g',
])('what no tool looks up is not: %j', (target) => {
  const { error } = TargetToSave.safeParse({ target, note: '' });
  expect(error?.issues).toMatchObject([{ path: ['target'], message: 'Please enter a domain name or an address.' }]);
});
