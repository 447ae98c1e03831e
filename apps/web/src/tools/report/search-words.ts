/** Further words by which people look for the tool in the palette. */
export const searchWords = 'everything all overview audit health check website';
