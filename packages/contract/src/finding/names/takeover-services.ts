/** A service whose customers choose their own name below one of its domains. */
export interface TakeoverService {
  readonly suffix: string;
  readonly name: string;
  /** The document that confirms this. */
  readonly source: string;
}

const AZURE = 'https://learn.microsoft.com/en-us/azure/security/fundamentals/subdomain-takeover';
const COMMUNITY_LIST = 'https://github.com/EdOverflow/can-i-take-over-xyz';

/**
 * Services where anyone can create a name that does not exist, and then answers for every alias that still leads to it.
 * Only services that delete the name together with the resource: those that answer for every name, such as S3 or GitHub
 * Pages, cannot be recognised in the DNS.
 */
export const takeoverServices: readonly TakeoverService[] = [
  { suffix: 'azurewebsites.net', name: 'Azure App Service', source: AZURE },
  { suffix: 'azurefd.net', name: 'Azure Front Door', source: AZURE },
  { suffix: 'azureedge.net', name: 'Azure CDN', source: AZURE },
  { suffix: 'blob.core.windows.net', name: 'Azure Blob Storage', source: AZURE },
  { suffix: 'cloudapp.azure.com', name: 'Azure Public IP Addresses', source: AZURE },
  { suffix: 'trafficmanager.net', name: 'Azure Traffic Manager', source: AZURE },
  { suffix: 'azurecontainer.io', name: 'Azure Container Instances', source: AZURE },
  { suffix: 'azure-api.net', name: 'Azure API Management', source: AZURE },
  { suffix: 'elasticbeanstalk.com', name: 'AWS Elastic Beanstalk', source: COMMUNITY_LIST },
];

/** The service that a name belongs to, or null. The service's own domain does not count: nobody else can claim it. */
export function takeoverServiceOf(name: string): TakeoverService | null {
  const lower = name.toLowerCase();
  return takeoverServices.find(({ suffix }) => lower.endsWith(`.${suffix}`)) ?? null;
}
