import { Button } from "./button.tsx";

interface OlderOnesProps {
  /** The list of records, which is loaded page by page. */
  readonly list: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => Promise<unknown>;
  };
  /** True if none of the entries loaded so far is shown. */
  readonly isEmpty: boolean;
}

/** The foot of a list loads the next page, as long as there is one. */
export const OlderOnes = ({ list, isEmpty }: OlderOnesProps) =>
  list.hasNextPage && (
    <div className="more">
      {isEmpty && <p className="t2">None among the newest. Older ones may match.</p>}
      <Button isBusy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        Load older ones
      </Button>
    </div>
  );
