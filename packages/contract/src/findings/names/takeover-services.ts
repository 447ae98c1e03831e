/** A service whose customers choose a name of their own below one of its domains. */
export interface TakeoverService {
  readonly suffix: string;
  readonly name: string;
  /** The document that says so. */
  readonly source: string;
}

const AZURE = 'https://learn.microsoft.com/en-us/azure/security/fundamentals/subdomain-takeover';
const COMMUNITY_LIST = 'https://github.com/EdOverflow/can-i-take-over-xyz';

/**
 * Services where a name that does not exist can be created by any other customer, who then answers for every alias that
 * still leads there. Only services that delete the name with the resource: for those that answer for every name, such
 * as S3 or GitHub Pages, the DNS shows nothing.
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

/** The service that a name belongs to, or null. The domain of the service itself belongs to nobody else. */
export function takeoverServiceOf(name: string): TakeoverService | null {
  const lower = name.toLowerCase();
  return takeoverServices.find(({ suffix }) => lower.endsWith(`.${suffix}`)) ?? null;
}
