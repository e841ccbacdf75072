package io.tributary.gateway.channel;

import io.tributary.gateway.file.FollowedFile;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import java.nio.file.Path;
import java.util.Optional;

public final class ChannelAccountFile implements Component {

  private final FollowedFile<ChannelAccounts> file;

  /**
   * Accounts that are read at the start.
   *
   * @param file without one no account is known
   */
  public ChannelAccountFile(Optional<Path> file) {
    this.file =
        new FollowedFile<>(
            file,
            new FollowedFile.Form<>(
                "secrets.file",
                "channel accounts",
                ChannelAccounts.NONE,
                ChannelAccountsReader::read,
                accounts -> accounts.byName().size(),
                ChannelAccounts::isSecret));
  }

  @Override
  public void start() {
    file.start();
  }

  public boolean isBroken() {
    return file.isBroken();
  }

  @Override
  public void close(Deadline deadline) throws InterruptedException {
    file.close(deadline);
  }

  ChannelAccounts accounts() {
    return file.content();
  }

  @Override
  public String toString() {
    return file.toString();
  }
}
