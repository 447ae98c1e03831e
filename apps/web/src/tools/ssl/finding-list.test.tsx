import { render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { FindingList } from './findings/finding-list.tsx';

afterEach(() => vi.unstubAllEnvs());

it('shows the times of its evidence in the visitor’s time zone, with UTC beside them', () => {
  vi.stubEnv('TZ', 'Europe/Amsterdam');
  const evidence = 'CN=shop.test expired on 2026-11-12 15:31:40 UTC.';
  render(
    <FindingList label="Reasons" items={[{ name: 'expired', tone: 'bad', badge: 'Expired', meaning: '', evidence }]} />,
  );
  expect(
    screen.getByText('CN=shop.test expired on 2026-11-12 16:31:40 +01:00 (2026-11-12 15:31:40 UTC).'),
  ).toBeDefined();
});
