/** The header by which a person asks for test mode (D48b). */
export const MODE_HEADER = "Herald-Mode";

/** Requests below these paths have a mode. */
const WITH_MODE = ["/api/v1/", "/panel/api/"];
/** These paths are about the person in both modes: keys, and the person's identity. */
const OF_PERSON = ["/panel/api/api-keys", "/panel/api/me"];
/** The paths of the sandbox themselves mean test mode. */
export const SANDBOX_PATHS = { api: "/api/v1/sandbox/", panel: "/panel/api/sandbox/" } as const;

export const hasMode = (path: string): boolean => WITH_MODE.some((prefix) => path.startsWith(prefix));

/** Tells whether the header chooses the mode of a request with an access token. */
export const choosesMode = (path: string): boolean =>
  hasMode(path) &&
  !path.startsWith(SANDBOX_PATHS.panel) &&
  !OF_PERSON.some((own) => path === own || path.startsWith(`${own}/`));
