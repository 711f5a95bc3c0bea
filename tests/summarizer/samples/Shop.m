@implementation Shop
- (Receipt *)checkout:(Cart *)cart user:(User *)user {
    int total = 0;
    int count = 0;
    for (Item *item in cart.items) {
        if (item.price < 0) {
            @throw [NSException exceptionWithName:@"negative" reason:nil userInfo:nil];
        }
        total += item.price;
    }
    if (user.vip) {
        total = [self discount:total];
    } else if (user.isNew) {
        [self welcome:user];
    } else {
        count = 1;
    }
    @try {
        self.receipt = [self.store save:total];
    } @catch (NSException *error) {
        NSLog(@"not saved");
        return nil;
    } @finally {
        [self.store close];
    }
    @synchronized (self) {
        _open++;
    }
    return self.receipt;
}
@end
