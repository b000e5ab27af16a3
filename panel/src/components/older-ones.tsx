import { Button } from "./button.tsx";

interface OlderOnesProps {
  /** A list that is loaded page by page. */
  readonly list: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => Promise<unknown>;
  };
  /** Nothing of the pages so far is shown. */
  readonly isEmpty: boolean;
}

/** The foot of a list, while there is a page behind the last one. */
export const OlderOnes = ({ list, isEmpty }: OlderOnesProps) =>
  list.hasNextPage && (
    <div className="more">
      {isEmpty && <p className="t2">None among the newest. Older ones may match.</p>}
      <Button isBusy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        Load older ones
      </Button>
    </div>
  );
