import { expect, it } from 'vitest';
import { queryClient } from './query-client.ts';

it('R9.17 R9.18 R9.19 R9.20 R9.21 R9.22 has the defaults of section 9', () => {
  expect(queryClient.getDefaultOptions().queries).toMatchObject({
    staleTime: 300_000,
    gcTime: 3_600_000,
    refetchOnWindowFocus: false,
    refetchOnMount: false,
    refetchOnReconnect: false,
    retry: 1,
    retryDelay: 3000,
  });
});
