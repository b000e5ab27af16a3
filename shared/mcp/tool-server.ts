import {
  type JSONRPCRequest,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  Server,
  type ServerContext,
} from "@modelcontextprotocol/server";

type Handler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>;

/** The SDK takes parameters that its schemas refuse for an internal error, and tells their problems as JSON; they are the caller's. */
export class ToolServer extends Server {
  protected override _wrapHandler(method: string, handler: Handler): Handler {
    return super._wrapHandler(method, async (request, context) => {
      try {
        return await handler(request, context);
      } catch (error) {
        if (error instanceof ProtocolError) throw error;
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, `invalid parameters of ${method}`);
      }
    });
  }
}
