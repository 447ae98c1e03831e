import { QueryClient } from '@tanstack/react-query';
import { limitQueryCache } from './query-cache-limit.ts';

/** The specification's defaults (section 9); the folders of the tools have exceptions. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 300_000,
      gcTime: 3_600_000,
      refetchOnWindowFocus: false,
      refetchOnMount: false,
      refetchOnReconnect: false,
      retry: 1,
      retryDelay: 3000,
      // A new answer is a new object as a whole: with parts of an older one, it would be taken for the older call (see
      // receipts.ts).
      structuralSharing: false,
      // A server on this machine answers even offline, and the page has its own messages for an unreachable server.
      networkMode: 'always',
    },
  },
});

limitQueryCache(queryClient.getQueryCache());
