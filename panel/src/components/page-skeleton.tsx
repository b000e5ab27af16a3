import { Skeleton } from "@mantine/core";
import { Loading } from "./loading.tsx";

/** While the code of a page is on its way. */
export const PageSkeleton = () => (
  <>
    <div className="bar wait" aria-hidden="true">
      <Skeleton h={12} w={140} />
    </div>
    <div className="body">
      <div className="pad">
        <Loading what="the page" />
      </div>
    </div>
  </>
);
