export const texts = {
  loading: 'Requesting the page...',
  failed: 'The page could not be requested.',
} as const;
